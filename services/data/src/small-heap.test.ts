import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { quickStart } from '@annals/contracts/testing/quick-start';
import { createDatabase, migratedName, testServerUrl } from '@annals/kit/testing/databases';
import { migratedEmbedded } from '@annals/kit/testing/migrated-template';
import { people } from './testing/data-listener.ts';
import type { LargestRows } from './testing/largest-rows.ts';

const program = fileURLToPath(new URL('testing/small-heap-process.ts', import.meta.url));
/** JavaScript heap in megabytes: 500 objects of a megabyte do not fit. */
const heap = 192;
/** Total memory in kilobytes: half of the limit of the systemd unit. */
const maxMemory = 1024 * 1024;

const places = [
  { kind: 'embedded', make: async () => ({ place: 'memory://', drop: async () => undefined }) },
  ...(testServerUrl() === undefined
    ? []
    : [
        {
          kind: 'postgresql',
          make: async () => {
            const { url, drop } = await createDatabase(process.env[migratedName]);
            return { place: url, drop };
          },
        },
      ]),
];

describe.runIf(exhaustive).each(places)('a service with a small heap, $kind', ({ make }) => {
  let drop: () => Promise<unknown>;
  let child: ChildProcess;
  let lines: Interface;
  let started: { origin: string; rows: LargestRows };

  beforeAll(async () => {
    const made = await make();
    ({ drop } = made);
    const flags = [
      ...quickStart,
      `--max-old-space-size=${heap}`,
      '--import',
      import.meta.resolve('tsx'),
    ];
    const given = [made.place, await migratedEmbedded(), inject('evidenceProgram')];
    child = spawn(process.execPath, [...flags, program, ...given], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!child.stdout) throw new Error('The process has no output.');
    lines = createInterface({ input: child.stdout });
    started = JSON.parse(await nextLine());
  });
  afterAll(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.stdin?.end();
      await ended;
    }
    await drop();
  });

  async function nextLine(): Promise<string> {
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => {
        throw new Error('The process ended.');
      }),
    ])) as [string];
    return line;
  }

  it('answers lists of 500 objects of a megabyte', async () => {
    const { origin, rows } = started;
    const partition = `/v1/partitions/${rows.partitionId}`;
    for (const path of [
      `/v1/partitions/all/users/${people.owner.userId}/objects`,
      `${partition}/objects/recent`,
      `${partition}/timelines/${rows.long.timelineId}/objects`,
      `${partition}/objects/referencedBy/${rows.target.objectId}`,
      `${partition}/changes`,
      `${partition}/export`,
    ]) {
      const headers = { authorization: 'Bearer owner' };
      const answer = await fetch(`${origin}${path}?pageSize=500`, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      const { data } = (await answer.json()) as { data: unknown[] };
      expect([path, data.length > 0 && data.length < 10]).toEqual([path, true]);
    }
    child.stdin?.write('\n');
    expect(Number(await nextLine())).toBeLessThan(maxMemory);
  });
});
