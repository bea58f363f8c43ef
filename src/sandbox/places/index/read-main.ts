// The entry point of the worker thread that reads an index file. places.ts passes the path as `workerData`.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { readIndex } from './read-index';

function buffersIn(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  return typeof value === 'object' && value ? Object.values(value).flatMap(buffersIn) : [];
}

readIndex(readFileSync(workerData)).then((data) => {
  parentPort?.postMessage(data, buffersIn(data));
});
