// Draws the screen of a command. The command runs in a pseudo-terminal, a terminal emulator reads its output, and an
// SVG shows the cells of the screen. Requires script(1) from util-linux.
import { spawn } from 'node:child_process';
import emulator from '@xterm/headless';
import { entry } from './sandbox.mjs';

const columns = 88;
const rows = 60;

/**
 * Runs a command in a terminal. Returns the lines of its screen as runs of cells with the same style. If `until` is
 * set, interrupts the command when the text on the screen matches `until`.
 */
export async function shown(words, env, until, cwd) {
  const screen = new emulator.Terminal({ cols: columns, rows, allowProposedApi: true });
  const quoted = [process.execPath, entry, ...words].map((word) => `'${word}'`).join(' ');
  const line = `stty cols ${columns} rows ${rows}; ${quoted}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let reached;
  const look = () => {
    if (reached !== undefined || !until?.test(JSON.stringify(linesOf(screen)))) return;
    reached = linesOf(screen);
    child.stdin.write('\x03');
  };
  child.stdout.on('data', (chunk) => screen.write(chunk, look));
  const status = await new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => screen.write('', resolve));
  const lines = reached ?? linesOf(screen);
  if (status !== (until ? 130 : 0)) throw new Error(`${words.join(' ')}: ${JSON.stringify(lines)}`);
  return lines;
}

/** Returns the lines of a screen as runs of cells with the same style. */
export function linesOf({ buffer: { active } }) {
  const lines = Array.from({ length: active.length }, (_, index) => runsOf(active.getLine(index)));
  while (lines.length > 0 && lines.at(-1).every(({ text }) => text.trim() === '')) lines.pop();
  return lines;
}

function runsOf(line) {
  const runs = [];
  for (let at = 0; at < line.length; at += 1) {
    const cell = line.getCell(at);
    if (cell.getWidth() === 0) continue;
    const look = JSON.stringify({
      color: cell.isFgPalette() ? cell.getFgColor() : null,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
    });
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({ look, at, text: cell.getChars() || ' ' });
  }
  return runs;
}

const cell = { width: 8.4, height: 18 };
const margin = 16;

const palette = {
  1: '#ff7b72',
  2: '#7ee787',
  3: '#e3b341',
  4: '#79a8ff',
  5: '#d2a8ff',
  6: '#56d4dd',
};

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the SVG elements of one line. */
function drawnLine(runs, row) {
  return runs.flatMap((run) => drawnRun(run, row)).join('');
}

function drawnRun({ look, at, text }, row) {
  const { color, bold, dim } = JSON.parse(look);
  const style = [
    `fill="${palette[color] ?? '#d6dde6'}"`,
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['opacity="0.6"'] : []),
  ].join(' ');
  const top = margin + row * cell.height;
  const left = (column) => (margin + column * cell.width).toFixed(1);
  // This code draws bars as rectangles. It draws all other text word by word, at fixed positions and with fixed
  // lengths, so that the picture does not depend on the viewer's font.
  return [...text.matchAll(/[▁-█]+|[^\s▁-█]+(?: [^\s▁-█]+)*/g)].map(({ 0: found, index }) => {
    const x = at + index;
    if (!/[▁-█]/.test(found)) {
      const length = (found.length * cell.width).toFixed(1);
      return `<text x="${left(x)}" y="${top + 13}" textLength="${length}" ${style}>${escaped(found)}</text>`;
    }
    return [...found]
      .map((block, offset) => {
        const height = ((block.codePointAt(0) - 0x2580) / 8) * cell.height;
        const y = (top + cell.height - height).toFixed(2);
        return `<rect x="${left(x + offset)}" y="${y}" width="${cell.width}" height="${height.toFixed(2)}" ${style}/>`;
      })
      .join('');
  });
}

/** Returns an SVG with its own background, so that the SVG is readable on light and dark pages. */
function svgOf({ width, height, label, style = '', content }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}">
${style}<rect width="100%" height="100%" rx="8" fill="#10151c"/>
<g shape-rendering="crispEdges" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
${content}
</g>
</svg>
`;
}

/** Returns an SVG of a command and its final screen. */
export function svg(command, lines) {
  const prompt = [
    { look: '{"color":2}', at: 0, text: '$' },
    { look: '{}', at: 2, text: command },
  ];
  const all = [prompt, [], ...lines];
  return svgOf({
    width: Math.ceil(2 * margin + columns * cell.width),
    height: 2 * margin + all.length * cell.height,
    label: `Output of ${command}`,
    content: all
      .map(drawnLine)
      .filter((line) => line !== '')
      .join('\n'),
  });
}

/**
 * Returns a recorded session as an animated SVG. If a line does not change in several frames, the SVG contains the line
 * only once and shows the line during these frames. If the viewer prefers reduced motion, the SVG shows the last frame.
 */
export function svgOfFrames(frames, { columns: width, rows: height, label }) {
  const total = frames.reduce((sum, { duration }) => sum + duration, 0);
  const percent = (time) => `${((100 * time) / total).toFixed(3)}%`;
  const rules = [];
  const drawn = [];
  for (let row = 0; row < height; row += 1) {
    for (const { line, start, end } of spansOf(frames, row)) {
      const name = `l${rules.length}`;
      const isLast = end === total;
      const begin = start === 0 ? '' : `0%{visibility:hidden}`;
      const finish = isLast ? '' : `${percent(end)}{visibility:hidden}`;
      rules.push(
        `@keyframes ${name}{${begin}${percent(start)}{visibility:visible}${finish}}#${name}{animation-name:${name}}`,
      );
      drawn.push(`<g id="${name}"${isLast ? '' : ' visibility="hidden"'}>${line}</g>`);
    }
  }
  const style = `<style>
@media (prefers-reduced-motion:no-preference){
g[id]{animation:${total}ms step-end infinite}
${rules.join('\n')}
}
</style>
`;
  return svgOf({
    width: Math.ceil(2 * margin + width * cell.width),
    height: 2 * margin + height * cell.height,
    label,
    style,
    content: drawn.join('\n'),
  });
}

/** Returns the lines that a row of the screen shows one after another, each with its start time. */
function spansOf(frames, row) {
  const spans = [];
  let time = 0;
  for (const { lines, duration } of frames) {
    const line = drawnLine(lines[row] ?? [], row);
    const last = spans.at(-1);
    if (last?.line === line) last.end += duration;
    else spans.push({ line, start: time, end: time + duration });
    time += duration;
  }
  return spans.filter(({ line, start, end }) => line !== '' && end > start);
}
