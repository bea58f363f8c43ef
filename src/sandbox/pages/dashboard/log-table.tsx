// Renders log entries as a table with the nine columns of the lookup log.
import type { LogEntry, LogPosition } from '../../store/lookup-log';
import { Time, WideTable } from './frame';

const columnTitles = [
  'Time (UTC)',
  'IP',
  'Term',
  'URL',
  'Type',
  'Tags',
  'Lookups',
  'Licensee',
  'Source IP',
] as const;

/** Returns the name that identifies a log entry in a URL path or query, such as `1763640000000-12`. */
export function entryName({ at, sequence }: LogPosition): string {
  return `${at}-${sequence}`;
}

/** Text from the log. `bdi` prevents the text's writing direction from affecting the surrounding text. */
function LogText({ children }: { children: string }) {
  return children !== '' && <bdi>{children}</bdi>;
}

interface LogTableProps {
  /** The path of the log page. Each entry's time is a link to the entry's page, which is below this path. */
  path: string;
  /** The query string in the links to the entries' pages. */
  query: string;
  entries: readonly LogEntry[];
  /** The text to show if there are no entries. */
  empty: string;
}

export function LogTable({ path, query, entries, empty }: LogTableProps) {
  if (entries.length === 0) return <p class="soft">{empty}</p>;
  return (
    <WideTable label="Lookup log" class="log">
      <thead>
        <tr>
          {columnTitles.map((name) => (
            <th scope="col" class={name === 'Lookups' ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <LogTableRow entry={entry} href={`${path}/${entryName(entry)}${query}`} />
        ))}
      </tbody>
    </WideTable>
  );
}

function LogTableRow({ entry, href }: { entry: LogEntry; href: string }) {
  return (
    <tr>
      <td class="time">
        <a href={href}>
          <Time time={entry.at} />
        </a>
      </td>
      <td>{entry.ip}</td>
      <td>
        <LogText>{entry.term}</LogText>
      </td>
      <td>
        <LogText>{entry.url}</LogText>
      </td>
      <td>{entry.type}</td>
      <td>
        <LogText>{entry.tags}</LogText>
      </td>
      <td class="number">{entry.lookups}</td>
      <td>
        <LogText>{entry.licensee}</LogText>
      </td>
      <td>{entry.sourceIp}</td>
    </tr>
  );
}
