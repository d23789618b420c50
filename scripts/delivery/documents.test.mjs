// The commands of README.md and docs/operations.md, as they are written there.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../contracts/src/testing/exhaustive.ts';
import { readConfig } from '../../server/src/config.ts';
import { findPostgresql } from '../../services/kit/src/testing/postgresql-server.ts';
import { readBlocks } from './blocks.mjs';
import { makeStartedClone } from './context.mjs';
import { readStages, stepsOf } from './dockerfile.mjs';
import { canIsolate } from './image.mjs';
import { startMachine, startPostgresqlOn } from './machine.mjs';
import { readUnit } from './unit.mjs';

/** @import { Program } from '../../server/src/testing/running-program.ts' */

const readme = readBlocks('README.md');
const operations = readBlocks('docs/operations.md');

/** The first words of blocks that need more than this machine. */
const elsewhere = {
  'docker build -f deploy/Dockerfile -t annals .': 'Docker',
  'docker build -f deploy/Dockerfile -t registry.example.org': 'Docker, a registry and a cluster',
  "# on the standby's machine": 'a second machine; servers.test.mjs gives this one both names',
  'annals.example.org {': 'Caddy, which the exhaustive run starts in servers.test.mjs',
  '[pgbouncer]': 'PgBouncer, which the exhaustive run starts in servers.test.mjs',
  'select format(': 'a cluster',
};

it('variables in the documents are valid', () => {
  const blocks = [
    'DATABASE_URL=postgres://annals:secret@db1:5432/annals\n',
    'DATABASE_URL=postgres://annals:secret@db1:5432,db2',
    'DATABASE_URL=postgres://annals:secret@pgbouncer',
  ].map((start) => operations.block(start));
  for (const block of blocks) expect(() => readConfig(parseEnv(block))).not.toThrow();
});

it('the image and an installation with systemd have the packages of the same workspaces', () => {
  const [, listed = ''] = /--workspace=\{(.*)\}/.exec(operations.block('npm ci')) ?? [];
  const installed = stepsOf(readStages().packages, 'RUN').join(' ');
  expect(new Set(listed.split(','))).toEqual(
    new Set([...installed.matchAll(/--workspace=(\S+)/g)].map(([, name]) => name)),
  );
});

const email = 'you@example.org';
const password = 'rings of a very old tree';
/** Ends what hangs: these tests start the program a dozen times. */
const timeout = 1_200_000;
const postgresql = await findPostgresql();

describe.runIf(canIsolate && postgresql !== undefined)('the commands of the documents', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-documents-'));
  const clone = path.join(directory, 'clone');
  /** @type {Awaited<ReturnType<typeof startMachine>>} */
  let machine;
  /** @type {Set<Program>} */
  const running = new Set();

  beforeAll(async () => {
    mkdirSync(clone);
    makeStartedClone(clone);
    machine = await startMachine(path.join(directory, 'machine'));
  });
  afterEach(async () => {
    for (const program of running) {
      try {
        process.kill(-(program.process.pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended.
      }
      await program.exited;
    }
    running.clear();
  });
  afterAll(() => {
    machine?.end();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  /** @param {Program} program */
  async function stop(program) {
    program.process.kill('SIGTERM');
    await program.exited;
    running.delete(program);
  }

  it('README.md: start, import and verify', { timeout }, async () => {
    const [startDemo = '', test] = readme.block('npm start').trim().split('\n');
    expect(test).toMatch(/^npm test /);
    const server = machine.start(['sh', '-c', `exec ${startDemo}`], { cwd: clone });
    running.add(server);
    await server.waitForOutput('Ready.');
    const [, secret = ''] = /with the password\n +(\S+)/.exec(server.output()) ?? [];
    copyFileSync(
      path.join(clone, 'server/demo/product-lifecycles.ndjson.gz'),
      path.join(clone, 'products.ndjson.gz'),
    );
    const signedIn = { cwd: clone, env: { ANNALS_PASSWORD: secret } };
    expect(await machine.run(readme.block('./annals import'), signedIn)).toMatch(
      /rows imported into "Products"/,
    );
    await machine.run(
      './annals evidence evidence.zip --partition Products --query Node.js --user master@example.org && unzip -q evidence.zip -d evidence',
      signedIn,
    );
    const proof = readdirSync(path.join(clone, 'evidence'), { recursive: true, encoding: 'utf8' });
    renameSync(
      path.join(clone, 'evidence', proof.find((name) => name.endsWith('.proof.json')) ?? ''),
      path.join(clone, 'PRODUCT-….proof.json'),
    );
    const verdicts = await machine.run(readme.block('./annals verify'), { cwd: clone });
    expect(verdicts.match(/^intact/gm)).toHaveLength(2);
  });

  it(
    'docs/operations.md: database, systemd, backup by cron, and restore',
    { timeout },
    async () => {
      running.add(await startPostgresqlOn(machine, directory, postgresql ?? ''));
      const input = 'PASSWORD\nPASSWORD\n';
      await machine.run(operations.block('sudo -u postgres createuser'), { input });

      if (!exhaustive) {
        // The clone has the packages of `npm ci` already.
        const { stdout } = spawnSync('which', ['npm'], { encoding: 'utf8' });
        machine.addTool('npm', `#!/bin/sh\n[ "$*" = ci ] || exec ${stdout.trim()} "$@"\n`);
      }
      const [install = '', configure = ''] = operations.block('npm ci').split(/(?=^sudo mkdir)/m);
      const env = { npm_config_prefer_offline: 'true' };
      await machine.run(install, { shell: 'bash', cwd: clone, online: true, env });
      const withMail = configure.replace(
        /^(?=sudo install deploy)/m,
        "echo 'MAIL_FROM=Annals <annals@example.org>' >>/etc/annals/annals.env\n",
      );
      const printed = await machine.run(withMail, { shell: 'bash', cwd: clone });

      const unit = readUnit(path.join(clone, 'deploy/annals.service'));
      await machine.run(unit.prepare);
      const server = machine.start(unit.command);
      running.add(server);
      await server.waitForOutput('Ready.');
      const [, token] = /#token=(\S+)/.exec(printed) ?? [];
      await call({
        method: 'POST',
        url: '/authentication/v1/auth/password',
        data: { token, password },
      });
      await machine.run(
        `annals import ${clone}/server/demo/product-lifecycles.ndjson.gz --partition Products --user ${email}`,
        { env: { ANNALS_PASSWORD: password } },
      );

      const signedIn = await call({
        method: 'POST',
        url: '/authentication/v1/auth?type=PASSWORD',
        data: { username: email, password },
      });
      const headers = { Authorization: `Bearer ${signedIn.accessToken}` };
      const { data } = await call({ url: '/v1/partitions', headers });
      const { checkpoint } = await call({
        url: `/v1/partitions/${data[0].id}/log/checkpoint`,
        headers,
      });

      const breakGlass = operations.block('sudo annals delete-sign-in-rules');
      expect(await machine.run(breakGlass)).toContain('There were no sign-in rules.');

      const schedule = operations.block('15 2 * * *');
      const [, user, command = ''] = /^15 2 \* \* \* {2}(\w+) {2}(.*)$/m.exec(schedule) ?? [];
      expect([user, command.includes('%')]).toEqual(['root', false]);
      await machine.run('sudo install -d -m 700 /var/backups/annals');
      const asCron = ['env', '-i', 'PATH=/usr/bin:/bin', 'HOME=/root', 'SHELL=/bin/sh'];
      const backup = machine.start([...asCron, 'sh', '-c', command], { cwd: '/root' });
      expect([(await backup.exited).code, backup.errors()]).toEqual([
        0,
        expect.stringContaining('Backed up the database'),
      ]);
      expect(backup.errors()).not.toContain('could not be recorded');
      // What System shows.
      const read = `setpriv --reuid ${unit.uid} --clear-groups cat /var/lib/annals/last-backup.json`;
      expect(await machine.run(read)).toMatch(/"takenDate"/);
      const [back = '', restore = ''] = operations.block('annals backup').trim().split('\n');
      await machine.run(back);
      await stop(server);

      await machine.run(
        'sudo -u postgres dropdb annals && sudo -u postgres createdb -O annals annals',
      );
      await machine.run(
        'cp "$(ls annals-*.backup.gz | tail -n 1)" annals-20260301T020000Z.backup.gz',
        {
          cwd: '/var/backups/annals',
        },
      );
      await machine.run(restore, { cwd: '/var/backups/annals' });
      const kept = path.join(directory, 'kept');
      mkdirSync(kept);
      writeFileSync(path.join(kept, 'kept-checkpoint.txt'), checkpoint);
      const verified = await machine.run(operations.block('annals migrate'), { cwd: kept });
      expect(verified.match(/^intact/gm)).toHaveLength(2);
    },
  );

  /** A call through the console. @param {{ url: string, method?: string, data?: unknown, headers?: Record<string, string> }} body */
  async function call(body) {
    const words = [
      '-sf',
      'http://127.0.0.1:3000/api/annals',
      '-H',
      'content-type: application/json',
    ];
    const input = JSON.stringify({ method: 'GET', ...body });
    const program = machine.start(['curl', ...words, '--data-binary', '@-'], { input });
    expect([body.url, (await program.exited).code]).toEqual([body.url, 0]);
    return JSON.parse(program.output());
  }
});

it('every block is run, or needs more than this machine', () => {
  const known = Object.keys(elsewhere);
  const unread = [...readme.unread, ...operations.unread];
  if (!canIsolate || postgresql === undefined) return;
  expect(unread.filter((block) => !known.some((start) => block.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !unread.some((block) => block.startsWith(start)))).toEqual([]);
});
