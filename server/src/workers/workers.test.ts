import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import { freePort, startProgram, type Program } from '../testing/running-program.ts';
import { password, send, type Call } from '../testing/several-servers.ts';

const metricsToken = 'a-token-that-nobody-can-guess-0123456789';
const count = 2;

describe.runIf(testServerUrl())('several workers on one port', () => {
  let program: Program;
  let origin: string;
  let directory: string;
  let drop: () => Promise<void>;
  let as: string;

  beforeAll(async () => {
    const database = await createDatabase();
    drop = database.drop;
    directory = await mkdtemp(path.join(tmpdir(), 'annals-workers-'));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const variables = {
      PORT: String(port),
      WORKERS: String(count),
      DATABASE_URL: database.url,
      DATA_DIR: directory,
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'info',
    };
    program = startProgram(['serve', '--no-files'], variables, directory);
    await program.waitForOutput('Ready.');
    const token = /#token=([\w-]{43})/.exec(program.output())?.[1];
    const data = { token, password, email: 'master@example.org', name: 'Mira Master' };
    const made = await send(origin, { method: 'POST', url: '/v1/auth/password', data });
    as = String(made.body['accessToken']);
  });
  afterAll(async () => {
    program.process.kill('SIGKILL');
    await program.exited;
    await rm(directory, { recursive: true, force: true });
    await drop();
  });

  const users: Call = { url: '/v1/users?pageSize=1' };
  const logged = () =>
    program
      .errors()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { pid: number; worker?: number; msg: string });
  /** The processes of the workers that have served, by number. */
  const workers = () =>
    new Map(logged().flatMap(({ pid, worker }) => (worker === undefined ? [] : [[worker, pid]])));

  async function scrape(): Promise<Map<string, number>> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${origin}/metrics`, { headers })).text();
    return new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => {
          const end = line.lastIndexOf(' ');
          return [line.slice(0, end), Number(line.slice(end + 1))];
        }),
    );
  }
  const usersSeries =
    'annals_http_requests_total{service="authentication",method="GET",route="/v1/users",status="2xx"}';

  /** Calls continuously from several clients until the work is done. */
  async function under(work: () => Promise<unknown>) {
    const load = { isOver: false };
    let done = 0;
    const failures: string[] = [];
    const clients = Array.from({ length: 4 }, async () => {
      while (!load.isOver) {
        const failed = await send(origin, { ...users, as }).then(
          ({ status }) => (status === 200 ? undefined : `status ${status}`),
          (error: Error) => String((error.cause as { code?: string } | undefined)?.code ?? error),
        );
        if (failed === undefined) done += 1;
        else failures.push(failed);
      }
    });
    try {
      await work();
    } finally {
      load.isOver = true;
      await Promise.all(clients);
    }
    return { done, failures };
  }

  it('share the calls, and their metrics are summed', async () => {
    const before = (await scrape()).get(usersSeries) ?? 0;
    const { done } = await under(async () => {
      await expect.poll(() => workers().size, { timeout: 300_000 }).toBe(count);
    });
    const after = await scrape();
    expect(after.get(usersSeries)).toBe(before + done);
    expect(after.get('annals_workers')).toBe(count);
    expect(after.get('annals_database_up')).toBe(1);
    expect(after.get('annals_database_connections_max')).toBe(count * 10);
  });

  it('report the responses of all of them in the last hour', async () => {
    const answered = async () => {
      const { body } = await send(origin, { url: '/authentication/v1/system', as });
      const { workers: each } = (body['load'] as { hour: { workers: { requests: number }[] } })
        .hour;
      return { workers: each.length, requests: each.reduce((sum, one) => sum + one.requests, 0) };
    };
    await expect.poll(async () => (await answered()).workers, { timeout: 300_000 }).toBe(count);
    const before = (await answered()).requests;
    const calls = 20;
    for (let call = 0; call < calls; call += 1) await send(origin, { ...users, as });
    await expect
      .poll(async () => (await answered()).requests, { timeout: 300_000 })
      .toBeGreaterThanOrEqual(before + calls);
  });

  /** Kills a serving worker, and resolves when another one serves in its place. */
  async function killOne(crashes: number): Promise<void> {
    const [, pid] = [...workers()].at(-1) ?? [];
    process.kill(pid ?? 0, 'SIGKILL');
    const figures = async () => {
      const now = await scrape().catch(() => undefined);
      return [now?.get('annals_worker_crashes_total'), now?.get('annals_workers')];
    };
    await expect.poll(figures, { timeout: 300_000 }).toEqual([crashes, count]);
  }

  it('restart a killed one, which fails only the calls it had accepted', async () => {
    const { failures } = await under(() => killOne(1));
    const isReset = (code: string) => code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
    expect(failures.filter((code) => !isReset(code))).toEqual([]);
  });

  it.runIf(exhaustive)('keep the counts of one that exited', async () => {
    const before = (await scrape()).get(usersSeries);
    await killOne(2);
    expect((await scrape()).get(usersSeries)).toBe(before);
  });

  it.runIf(exhaustive)('are replaced on SIGHUP without one failed call', async () => {
    const before = Math.max(...workers().keys());
    const now = await send(origin, {
      method: 'POST',
      url: '/v1/partitions',
      as,
      data: { partitionName: 'P' },
    });
    const changes = `/v1/partitions/${String(now.body['id'])}/changes`;
    const cursor = (await send(origin, { url: `${changes}?after=now`, as })).body['nextCursor'];
    const waiting = send(origin, {
      url: `${changes}?after=${encodeURIComponent(String(cursor))}&wait=25`,
      as,
    });
    const { failures, done } = await under(async () => {
      program.process.kill('SIGHUP');
      await expect
        .poll(() => logged().some(({ msg }) => msg === 'All workers are replaced.'), {
          timeout: 300_000,
        })
        .toBe(true);
    });
    expect(failures).toEqual([]);
    expect(done).toBeGreaterThan(0);
    expect((await waiting).status).toBe(200);
    expect(Math.max(...workers().keys())).toBe(before + count);
    expect((await scrape()).get('annals_workers')).toBe(count);
  });

  it('all exit with 0 when stopped', async () => {
    program.process.kill('SIGTERM');
    expect((await program.exited).code).toBe(0);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed');
    for (const pid of workers().values()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
