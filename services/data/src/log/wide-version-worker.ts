// Proves wide versions in a thread of its own: parsing, hashing and writing one of them would delay all requests.
import { parentPort } from 'node:worker_threads';
import { provenJson } from './proven-version.ts';
import { withData, type WideOrder, type WideReply } from './wide-version.ts';

if (parentPort === null) throw new Error('Wide versions are proven in a worker thread.');
const port = parentPort;

function prove(number: number, { partitionId, version }: WideOrder): void {
  const proven = provenJson(partitionId, withData(version));
  port.postMessage({ number, proven } satisfies WideReply, [proven.json.buffer]);
}

port.on('message', ({ number, order }: { number: number; order: WideOrder }) => {
  try {
    prove(number, order);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ number, failed } satisfies WideReply);
  }
});
