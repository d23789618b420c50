import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exhaustive, oneInEvery } from '@annals/contracts/testing/exhaustive';
import { createDatabase, testServerUrl } from '@annals/kit/testing/databases';
import { freePort, programCommand, startProgram, type Program } from './testing/running-program.ts';
import { startRawUpstream } from './testing/raw-upstream.ts';

let directory: string;
let started: Program[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-program-'));
});
afterEach(async () => {
  for (const program of started) program.process.kill('SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  started = [];
  rmSync(directory, { recursive: true, force: true });
});

function run(words: string[], variables: Record<string, string> = {}): Program {
  const program = startProgram(
    words,
    { DATA_DIR: path.join(directory, 'var'), ...variables },
    directory,
  );
  started.push(program);
  return program;
}

async function outcome(program: Program) {
  const { code } = await program.exited;
  return { code, output: program.output(), errors: program.errors() };
}

describe('an invalid command line exits with 2 and a hint', () => {
  const wrong: [words: string[], message: string][] = [
    [['destroy'], 'There is no command "destroy".'],
    [['serve', '--loud'], "Unknown option '--loud'"],
    [['serve', 'now'], 'does not take "now"'],
    [['serve', '--only', 'half'], '--only takes console or services'],
    [['user', 'delete'], 'annals user create EMAIL'],
    [['import', 'x.ndjson'], '--partition'],
    [['import', '-', '--partition', 'P'], '--user NAME'],
  ];
  it.each(oneInEvery(3, wrong))('%j', async (words, message) => {
    const { code, errors, output } = await outcome(run(words));
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
    expect(errors).toContain('annals help');
    expect(errors).not.toMatch(/\n\s+at /);
  });
});

/** Loads a module before the program, as NODE_OPTIONS. */
const preloading = (source: string) =>
  `--import data:text/javascript,${encodeURIComponent(source)}`;

it('a server survives a reload that comes while it loads', async () => {
  const hooks = `export async function resolve(specifier, context, next) {
    if (/main\\.(?:ts|mjs)$/.test(specifier) && !context.parentURL?.includes('node_modules')) process.kill(process.pid, 'SIGHUP');
    return next(specifier, context);
  }`;
  const address = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const program = run(['serve', '--only', 'console', '--no-files'], {
    PORT: '0',
    AUTHENTICATION_ENDPOINT: 'http://127.0.0.1:9',
    ANNALS_ENDPOINT: 'http://127.0.0.1:9',
    NODE_OPTIONS: preloading(
      `import { register } from 'node:module'; register(${JSON.stringify(address)});`,
    ),
  });
  await Promise.race([program.waitForOutput('Ready.'), program.exited]);
  program.process.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
});

it('a changed bundle exits with 1, without any configuration', async () => {
  const file = path.join(directory, 'bundle.json');
  writeFileSync(file, '{"format":"annals-object-proof/1"}');
  const { code, output, errors } = await outcome(run(['verify', file], { PORT: 'nonsense' }));
  expect([code, errors]).toEqual([1, '']);
  expect(output).toMatch(/^TAMPERED\n {2}FORM/);
});

it.runIf(process.platform === 'linux')(
  'a backup has failed if its output is not taken, and a text ends quietly if its reader has enough',
  async () => {
    expect((await run(['migrate']).exited).code).toBe(0);
    const program = [process.execPath, ...programCommand].map((word) => `'${word}'`).join(' ');
    const errorsOf = (command: string, output: string) =>
      spawnSync('sh', ['-c', `{ ${program} ${command}; echo "ended with $?" >&2; } ${output}`], {
        cwd: directory,
        env: { PATH: process.env['PATH'], DATA_DIR: path.join(directory, 'var') },
        encoding: 'utf8',
      }).stderr;
    expect(errorsOf('backup -', '| true')).toBe(
      'annals: The program that receives the backup has ended. It does not have a complete backup.\nended with 1\n',
    );
    expect(errorsOf('backup -', '>/dev/full')).toBe(
      'annals: Standard output cannot be written (ENOSPC). What was written is not a complete backup.\nended with 1\n',
    );
    expect(errorsOf('openapi', '| true')).toBe('ended with 0\n');
    expect(errorsOf('openapi', '>/dev/full')).toBe(
      'annals: Standard output cannot be written (ENOSPC).\nended with 1\n',
    );
  },
);

it.runIf(exhaustive)('help, version, openapi and licenses need no configuration', async () => {
  const [help, version, openapi, licenses] = await Promise.all(
    ['help', 'version', 'openapi', 'licenses'].map((word) =>
      outcome(run([word], { PORT: 'nonsense' })),
    ),
  );
  expect([help?.code, help?.output]).toEqual([0, expect.stringContaining('annals import FILE')]);
  expect([version?.code, version?.output]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  const document = JSON.parse(openapi?.output ?? '') as {
    openapi: string;
    paths: Record<string, unknown>;
  };
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/auth', '/v1/partitions/{partitionId}/import']),
  );
  expect(licenses).toMatchObject({ code: 0, errors: '' });
  for (const line of [/^fastify \d[\d.]+ \(MIT\)$/m, /^@mantine\/core \d[\d.]+ \(MIT\)$/m])
    expect(licenses?.output).toMatch(line);
});

it('an invalid configuration exits with 1 and lists every variable', async () => {
  writeFileSync(path.join(directory, '.env'), 'LOG_LEVEL=loud\n');
  const { code, errors } = await outcome(run(['serve', '--no-files'], { PORT: '99999' }));
  expect(code).toBe(1);
  expect(errors).toMatch(/PORT must .* PORT=3000/);
  expect(errors).toMatch(/LOG_LEVEL must .* LOG_LEVEL=info/);
});

it('a directory that is none is named, without a stack trace', async () => {
  const file = path.join(directory, 'users.csv');
  writeFileSync(file, 'name\n');
  const outcomes = await Promise.all(
    [
      ['plan', file],
      ['plan', path.join(directory, 'missing')],
      ['evidence', path.join(directory, 'missing', 'evidence.zip'), '--partition', 'P'],
    ].map((words) => outcome(run(words))),
  );
  expect(outcomes.map(({ code, errors }) => [code, errors])).toEqual([
    [1, `annals: ${file} is a file. Name a directory.\n`],
    [1, `annals: There is no directory ${path.join(directory, 'missing')}.\n`],
    [2, `annals: There is no directory ${path.join(directory, 'missing')}.\n`],
  ]);
});

it('a command says that a misspelt variable is ignored', async () => {
  const { code, errors } = await outcome(run(['migrate'], { DATABSE_URL: 'postgres://a@b/c' }));
  expect([code, errors]).toEqual([
    0,
    expect.stringMatching(/^annals: There is no variable DATABSE_URL, .* DATABASE_URL meant\?\n/m),
  ]);
});

it('serves, refuses a second server on its directory and port, and keeps what was written', async () => {
  const port = await freePort();
  const first = run(['serve', '--no-files'], { PORT: String(port) });
  await first.waitForOutput('Ready.');
  expect(first.output()).toContain(`http://localhost:${port}`);
  expect(first.output()).toMatch(
    new RegExp(`http://localhost:${port}/set-password#token=[\\w-]{43}`),
  );
  expect(first.errors()).not.toContain('token=');
  const statuses = await Promise.all(
    [
      `${port}/healthz`,
      `${port}/readyz`,
      `${port + 1}/readyz`,
      `${port + 2}/readyz`,
      `${port + 1}/openapi.json`,
    ].map(async (place) => (await fetch(`http://127.0.0.1:${place}`)).status),
  );
  expect(statuses).toEqual([200, 200, 200, 200, 200]);

  const [sameDirectory, samePort] = await Promise.all([
    outcome(run(['serve', '--no-files'], { PORT: '0' })),
    outcome(
      run(['serve', '--no-files'], { PORT: String(port), DATA_DIR: path.join(directory, 'other') }),
    ),
  ]);
  expect([sameDirectory.code, samePort.code]).toEqual([1, 1]);
  expect(sameDirectory.errors).toContain(`in use by the process with id ${first.process.pid}`);
  expect(samePort.errors).toMatch(new RegExp(`Port ${port} .* is taken .* PORT=${port + 10}`));

  // As `systemctl reload` sends it.
  first.process.kill('SIGHUP');
  await expect.poll(() => first.errors()).toContain('cannot replace itself: restart it');
  const whileItRuns = [
    await outcome(run(['verify', '--partition', 'all'], { PORT: String(port) })),
    await outcome(run(['verify', 'events'], { PORT: String(port) })),
  ];
  expect(whileItRuns.map(({ code, output }) => [code, output])).toEqual([
    [0, expect.stringMatching(/^intact: /m)],
    [0, expect.stringMatching(/^intact: the audit log$/m)],
  ]);

  first.process.kill('SIGTERM');
  expect(await first.exited).toEqual({ code: 0, signal: null });

  const made = await outcome(
    run(['user', 'create', 'keeper@example.org', '--role', 'GLOBAL_MASTER', '--name', 'K'], {
      PORT: String(port),
    }),
  );
  expect([made.code, made.output]).toEqual([
    0,
    expect.stringContaining(`http://localhost:${port}/set-password#token=`),
  ]);
  const trail = await outcome(run(['verify', 'events'], { PORT: String(port) }));
  expect([trail.code, trail.output]).toEqual([
    0,
    expect.stringMatching(/^intact: the audit log$/m),
  ]);
});

it.runIf(exhaustive)('a command creates a user once', async () => {
  const words = ['user', 'create', 'keeper@example.org', '--role', 'GLOBAL_MASTER'];
  const made = await outcome(run(words));
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('/set-password#token=')]);
  const again = await outcome(run(words));
  expect([again.code, again.errors]).toEqual([
    1,
    expect.stringContaining('There already is a user with the email keeper@example.org'),
  ]);
});

it('serves the console for services elsewhere, and starts none', async () => {
  const upstream = await startRawUpstream();
  const variables = {
    PORT: '0',
    AUTHENTICATION_ENDPOINT: upstream.origin,
    ANNALS_ENDPOINT: upstream.origin,
  };
  const program = run(['serve', '--no-files'], variables);
  await program.waitForOutput('Ready.');
  const origin = /http:\/\/localhost:\d+/.exec(program.output())?.[0];
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  const passed = await fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"url":"/v1/users/current"}',
  });
  expect([passed.status, await passed.json()]).toEqual([200, {}]);
  expect(program.output()).not.toContain('Database');
  program.process.kill('SIGINT');
  expect((await program.exited).code).toBe(0);
  await upstream.close();
});

it('on SIGTERM refuses new calls, answers running ones, and exits with 0', async () => {
  const waiting: Socket[] = [];
  const upstream = await startRawUpstream((socket) => waiting.push(socket));
  const variables = {
    PORT: '0',
    AUTHENTICATION_ENDPOINT: upstream.origin,
    ANNALS_ENDPOINT: upstream.origin,
  };
  const program = run(['serve', '--no-files'], variables);
  await program.waitForOutput('Ready.');
  const origin = /http:\/\/localhost:\d+/.exec(program.output())?.[0];
  const running = fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"url":"/v1/users/current"}',
  });
  await expect.poll(() => waiting.length).toBe(1);
  program.process.kill('SIGTERM');
  const refused = () =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(refused).toBe(true);
  waiting[0]?.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone');
  expect(await (await running).text()).toBe('done');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(program.errors()).not.toContain('are aborted');
  await upstream.close();
});

it.runIf(exhaustive)('a second signal ends it at once', async () => {
  const upstream = await startRawUpstream(() => undefined);
  const variables = {
    PORT: '0',
    AUTHENTICATION_ENDPOINT: upstream.origin,
    ANNALS_ENDPOINT: upstream.origin,
  };
  const program = run(['serve', '--no-files'], variables);
  await program.waitForOutput('Ready.');
  const origin = /http:\/\/localhost:\d+/.exec(program.output())?.[0];
  const cutOff = fetch(`${origin}/api/annals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"url":"/v1/users/current"}',
  }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => upstream.received.length).toBe(1);
  program.process.kill('SIGTERM');
  await expect.poll(() => program.errors()).toContain('stopping');
  program.process.kill('SIGTERM');
  expect((await program.exited).code).toBe(143);
  expect(await cutOff).toBe('cut off');
  await upstream.close();
});

it.runIf(testServerUrl())(
  'starts while the database is unavailable, and recovers by itself',
  async () => {
    const { url, drop } = await createDatabase();
    const port = await freePort();
    const gatePort = await freePort();
    const gated = new URL(url);
    gated.port = String(gatePort);
    const program = run(['serve', '--no-files'], { PORT: String(port), DATABASE_URL: gated.href });
    await program.waitForOutput('Console');
    const status = async (place: string) =>
      (await fetch(`http://127.0.0.1:${port}/${place}`)).status;
    await expect.poll(() => status('api/env')).toBe(200);
    expect([await status('healthz'), await status('readyz')]).toEqual([200, 503]);

    const sockets = new Set<Socket>();
    const gate = createServer((socket) => {
      const behind = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.add(socket).add(behind);
      socket.pipe(behind).pipe(socket);
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => gate.listen(gatePort, '127.0.0.1', resolve));
    await program.waitForOutput('Ready.');
    expect(await status('readyz')).toBe(200);

    gate.close();
    for (const socket of sockets) socket.destroy();
    expect(await status('readyz')).toBe(503);
    await new Promise<void>((resolve) => gate.listen(gatePort, '127.0.0.1', resolve));
    await expect.poll(() => status('readyz')).toBe(200);

    program.process.kill('SIGTERM');
    expect((await program.exited).code).toBe(0);
    for (const socket of sockets) socket.destroy();
    gate.close();
    await drop();
  },
);
