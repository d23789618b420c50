// Loaded into the measured server and its worker threads: reports the functions that ran since the last report.
import { Session } from 'node:inspector';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

function take() {
  /** @type {{ url: string, functions: string[] }[]} */
  const files = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    for (const { url, functions } of result) {
      const ran = functions.filter(({ ranges: [whole] }) => (whole?.count ?? 0) > 0);
      if (url.startsWith('file:') && ran.length > 0)
        files.push({ url, functions: ran.map(({ functionName }) => functionName) });
    }
  });
  return files;
}

/** @param {Event} event */
const dataOf = (event) => /** @type {MessageEvent} */ (event).data;

/** How long the main thread waits for the reports of the worker threads. */
const collectMs = 300;
const threads = new BroadcastChannel('coverage');
if (isMainThread) {
  process.on('message', (message) => {
    if (message !== 'coverage') return;
    const files = take();
    /** @param {Event} event */
    const collect = (event) => files.push(...dataOf(event));
    threads.addEventListener('message', collect);
    threads.postMessage('coverage');
    setTimeout(() => {
      threads.removeEventListener('message', collect);
      process.send?.(files);
    }, collectMs);
  });
  process.channel?.unref();
} else {
  threads.addEventListener('message', (event) => {
    if (dataOf(event) === 'coverage') threads.postMessage(take());
  });
}
threads.unref();
