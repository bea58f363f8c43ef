// The page for one lookup, with all columns of the lookup's log entry.
import { ControlError } from '../../control/control';
import { keyOf } from '../../control/keys';
import { redactWhenDue } from '../../rules/log';
import type { Sandbox } from '../../server/sandbox';
import { formValues } from './forms';
import { type PageHandler, pageOfKey, paths } from './frame';
import { filterForm, filterQuery, readPosition } from './log-filter';

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === '' ? <span class="soft">–</span> : <bdi>{value}</bdi>}</dd>
    </div>
  );
}

export function lookupPage(sandbox: Sandbox): PageHandler {
  return async (call, state) => {
    await redactWhenDue(sandbox);
    const key = keyOf(sandbox, call);
    const position = readPosition(call.param('row'));
    const entry = position && sandbox.store.log.find(key.id, position);
    if (!entry) throw new ControlError(404, 'this lookup does not exist');
    const query = filterQuery(formValues(filterForm, call.query));
    return pageOfKey(sandbox, key, state, {
      tab: 'log',
      title: 'Lookup',
      content: (
        <>
          <p>
            <a href={paths.log(key.key) + query}>Back to the log</a>
          </p>
          <section class="card" aria-labelledby="row">
            <h2 id="row">{entry.type}</h2>
            <dl class="facts">
              <Fact name="Time" value={new Date(entry.at).toISOString()} />
              <Fact name="IP" value={entry.ip} />
              <Fact name="Term" value={entry.term} />
              <Fact name="URL" value={entry.url} />
              <Fact name="Type" value={entry.type} />
              <Fact name="Tags" value={entry.tags.replaceAll(',', ', ')} />
              <Fact name="Lookups" value={String(entry.lookups)} />
              <Fact name="Licensee" value={entry.licensee} />
              <Fact name="Source IP" value={entry.sourceIp} />
            </dl>
          </section>
        </>
      ),
    });
  };
}
