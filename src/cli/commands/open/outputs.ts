// What opening the dashboard prints with --json.
import { flag, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = { open: object({ url: text, dashboard: flag }) };
