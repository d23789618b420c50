import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.skipIf(!existsSync('/proc/thread-self'))(
  'lowers the priority of one thread, not of its process',
  async () => {
    const module = JSON.stringify(new URL('low-priority.ts', import.meta.url).href);
    const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
    const worker = new Worker(
      `import(${tsx}).then(async ({ register }) => {
        register();
        const { lowerThreadPriority } = await import(${module});
        lowerThreadPriority();
        const { readlinkSync } = await import('node:fs');
        const { getPriority } = await import('node:os');
        const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
        require('node:worker_threads').parentPort.postMessage(getPriority(id));
      });`,
      { eval: true },
    );
    const before = getPriority();
    const [priority] = (await once(worker, 'message')) as [number];
    expect(priority).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(getPriority()).toBe(before);
    await worker.terminate();
  },
);
