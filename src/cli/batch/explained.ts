// `waypost help batch`: explains --file for all lookup commands.
import { requestsPerSecond } from '../../api/limits';
import { definitions, paragraph } from '../line/help-text';

/** The page, wrapped to this many columns. */
export function batchText(width: number): string {
  return page()
    .split('\n\n')
    .map((block) => {
      const [, title, body = ''] = /^([A-Z]\w*(?: \w+)?) {2,}(.*)$/s.exec(block) ?? [];
      if (title !== undefined) return definitions([[title.padEnd(8), unwrapped(body)]], width);
      return block.startsWith('  ') ? block : paragraph(block, width);
    })
    .join('\n\n');
}

/** Joins the lines of a block to paragraphs: one ends where a line ends with a sentence or a record. */
function unwrapped(body: string): string {
  return body.replace(/([^.}])\n\s+/g, '$1 ').replace(/\n\s+/g, '\n');
}

function page(): string {
  return `\
Every command that looks something up takes a file of rows with --file:

  waypost emails validate --file list.csv -o checked.csv
  waypost places resolve --file ids.csv --column place_id -o places.ndjson
  waypost addresses cleanse --file in.csv --column street --column postcode=zip -o out.csv
  cut -f2 people.tsv | waypost phones validate --file - --input-format lines

Rows in    CSV (also with ; or tabs), NDJSON (a JSON object a line) or lines (each line as it stands),
           by the file's ending or --input-format. Text is UTF-8. What is looked up comes from the column
           of its name (email, phone, id, query, lon and lat) or a usual one (E-Mail, Telephone), from the
           only column, or from --column;
           --column parameter=column feeds any other parameter. Columns have names, or numbers from 1;
           with --no-header and several columns, --column is needed.
           The options of the command itself hold for every row.

Rows out   Each row once and in order, with its result or its error. CSV: the row as it was, error.code,
           error.message, and members of the result (--fields picks others, as hits.0.id). NDJSON and
           JSON: {"row": 1, "input": …, "result": …}, or "error" in place of "result". With -o they go to
           a file that is there only when it is whole; else to standard output, as they come.
           A row that fails (not found, not valid) is an answer; the exit status stays 0.

Speed      At most ${requestsPerSecond} requests in any second, fewer with --rate, and none while the service's own window
           is used up. A service on this machine may be asked faster: --rate none.

Cost       Equal rows share one lookup; --no-dedupe looks up each. --cache 7d keeps answers for later
           runs and uses those younger than 7 days (s, m, h, d; results only, of the same account).
           A value that cannot be right (an e-mail address without @) is its row's error and costs
           nothing; --force sends it. --dry-run says what the file would cost, with the balance and
           limits that are known, and sends nothing billable. Where the balance is known to be too low,
           a person is asked before the batch begins, and a script is told.
           --max-lookups stops the batch before more lookups are consumed (exit status 2).
           Without lookups left (codes 4020, 4021) it stops at once (1). Ctrl-C waits for the answers
           that are under way (130).

Resuming   The answers so far are kept beside the file of -o, and the same command with --resume asks for
           none of them again, also after a crash, also with another key. Only a request whose answer
           never arrived may be paid for twice: after a kill or a broken connection in the middle of it.
           The summary counts those as in_doubt. A wait of more than ten minutes that the service asks
           for ends the batch (3). Rows that have no answer yet may be mended before, and more may
           follow at the end. --overwrite replaces the file of -o, and so does --force.

Summary    --json with -o: {"success": true, "path": "…", "rows": 0, "succeeded": 0, "failed": 0,
                            "lookups": 0, "in_doubt": 0, "outcomes": {"deliverable": 0, …}, "bytes": 0}
           --json alone: one JSON array of the rows; the summary is an event on standard error.
           --dry-run --json: {"rows": 0, "invalid": 0, "invalid_rows": [], "distinct": 0, "cached": 0, "lookups": 0,
                            "seconds": 0, "lookups_remaining": 0}; null for what is not known.
           Events with --json: progress, balance_too_low (rows, lookups, lookups_remaining) and
           may_be_billed_twice (row), each a line of JSON on standard error.`;
}
