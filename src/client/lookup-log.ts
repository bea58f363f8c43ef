// The lookup log: GET /keys/{key}/lookups.
import { endpoints } from '../api/endpoints';
import type { BodyConsumer } from './http/exchange';
import type { Service } from './http/service';

/** Which part of the log of which key. Times are epoch milliseconds; undefined members are not sent. */
export interface LogQuery {
  key: string;
  managementKey: string;
  start?: number | undefined;
  end?: number | undefined;
  licensee?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Passes the log's CSV to the consumer as it arrives. Throws `auth_failed` for keys the service refuses,
 * `api_error` for a range it refuses (4005 to 4008), and the errors of `Service.stream`.
 */
export function lookupLog(
  service: Service,
  query: LogQuery,
  consumer: BodyConsumer,
): Promise<void> {
  return service.stream(
    endpoints.lookupLog,
    {
      parameters: { key: query.key },
      query: {
        start: query.start?.toFixed(0),
        end: query.end?.toFixed(0),
        licensee: query.licensee,
      },
      bearer: query.managementKey,
      signal: query.signal,
    },
    consumer,
  );
}
