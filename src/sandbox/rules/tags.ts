// Tags: labels that are stored with what is billed, and queried later.
import type { Call } from '../http/call';

/** The tags of a request, each once, in the order they were given. */
export function readTags(call: Call): string[] {
  const labels = call.query.getAll('tags').flatMap((value) => value.split(','));
  return [...new Set(labels.map((label) => label.trim()).filter((label) => label !== ''))];
}
