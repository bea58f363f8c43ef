// Renders an API key's daily usage as a chart and as a table.
import type { Usage } from '../../rules/log';
import { groupedNumber, WideTable } from './frame';

/**
 * The round numbers at which the scale can end, in tenths of a power of ten. For example, 12 means 120 if the power of
 * ten is 100.
 */
const rounds = [10, 12, 14, 16, 18, 20, 24, 30, 40, 50, 60, 80, 100];

/** Returns the top of the scale: the smallest even round number that is not below the highest bar. */
export function ceilingOf(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const ceiling = rounds
    .map((one) => (one * power) / 10)
    .find((one) => one >= most && one % 2 === 0);
  return ceiling ?? 10 * power;
}

const chartHeight = 208;
const chartBottom = 28;
const chartTop = 8;
const plotHeight = chartHeight - chartTop - chartBottom;

/** Returns the name of a UTC day, such as `21 Nov`. */
export const dayName = (date: string): string =>
  new Date(date).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const percent = (part: number): string => `${part.toFixed(2)}%`;

interface BarProps {
  date: string;
  count: number;
  /** The index of the day in the chart, starting with 0. */
  index: number;
  /** The width of each day's area in the chart, as a percentage of the chart's width. */
  step: number;
  ceiling: number;
}

function Bar({ date, count, index, step, ceiling }: BarProps) {
  const height = Math.max((count / ceiling) * plotHeight, 1);
  return (
    <g>
      <rect
        class="hit"
        x={percent(index * step)}
        y={chartTop}
        width={percent(step)}
        height={plotHeight}
      />
      {count > 0 && (
        <rect
          class="bar"
          x={percent(index * step + step * 0.16)}
          y={(chartTop + plotHeight - height).toFixed(1)}
          width={percent(step * 0.68)}
          height={height.toFixed(1)}
          rx="2"
        />
      )}
      <title>
        {dayName(date)}: {groupedNumber(count)}
      </title>
    </g>
  );
}

/** The labels below the chart: the first day, the last day and, if there is space, two days between them. */
function DayMarks({ dailyCount }: { dailyCount: Usage['dailyCount'] }) {
  const step = 100 / dailyCount.length;
  const last = dailyCount.length - 1;
  const marks = [
    { index: 0, anchor: 'start', x: 0 },
    ...[Math.round(last / 3), Math.round((2 * last) / 3)].map((index) => ({
      index,
      anchor: 'middle',
      x: (index + 0.5) * step,
    })),
    { index: last, anchor: 'end', x: 100 },
  ];
  return (
    <>
      {marks.map(({ index, anchor, x }) => (
        <text
          class={anchor === 'middle' ? 'between' : undefined}
          x={percent(x)}
          y={chartHeight - 8}
          text-anchor={anchor}
        >
          {dayName(dailyCount[index]?.date ?? '')}
        </text>
      ))}
    </>
  );
}

export function UsageChart({ usage: { dailyCount, total } }: { usage: Usage }) {
  const ceiling = ceilingOf(Math.max(...dailyCount.map(({ count }) => count)));
  const step = 100 / dailyCount.length;
  return (
    <figure>
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {[1, 0.5, 0].map((part) => (
            <span>{groupedNumber(ceiling * part)}</span>
          ))}
        </div>
        <svg
          class="chart"
          width="100%"
          height={chartHeight}
          role="img"
          aria-label={`Lookups by day, ${groupedNumber(total)} in total. The table below shows the numbers.`}
        >
          {[0, 0.5, 1].map((part) => {
            const y = chartTop + plotHeight - part * plotHeight;
            return <line x1="0" x2="100%" y1={y} y2={y} />;
          })}
          {dailyCount.map(({ date, count }, index) => (
            <Bar date={date} count={count} index={index} step={step} ceiling={ceiling} />
          ))}
          <DayMarks dailyCount={dailyCount} />
        </svg>
      </div>
      <details>
        <summary>Show as a table</summary>
        <WideTable label="Lookups by day" class="days" isTall>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="number">
                Lookups
              </th>
            </tr>
          </thead>
          <tbody>
            {dailyCount.map(({ date, count }) => (
              <tr>
                <th scope="row">{date.slice(0, 10)}</th>
                <td class="number">{groupedNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </details>
    </figure>
  );
}
