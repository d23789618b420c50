// The files of deploy/ and the servers around Annals, with the programs that read them, as Debian packages them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '../../contracts/src/testing/exhaustive.ts';
import { findPostgresql } from '../../services/kit/src/testing/postgresql-server.ts';
import { build } from '../build.mjs';
import { root } from '../setup.mjs';
import { readBlocks } from './blocks.mjs';
import { canIsolate } from './image.mjs';
import { startMachine, startPostgresqlOn } from './machine.mjs';

/** @param {string} program */
const isMissing = (program) => spawnSync('which', [program]).status !== 0;
/** @param {string} file */
const read = (file) => readFileSync(path.join(root, 'deploy', file), 'utf8');
const postgresql = await findPostgresql();
const operations = readBlocks('docs/operations.md');

describe.runIf(exhaustive && canIsolate && postgresql !== undefined)('the servers around', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'annals-servers-'));
  const annals = `node ${path.join(root, 'dist/annals.mjs')}`;
  /** @type {Awaited<ReturnType<typeof startMachine>>} */
  let machine;
  /** @type {import('../../server/src/testing/running-program.ts').Program[]} */
  const running = [];

  beforeAll(async () => {
    build();
    machine = await startMachine(path.join(directory, 'machine'));
    running.push(await startPostgresqlOn(machine, directory, postgresql ?? ''));
    await machine.run(operations.block('sudo -u postgres createuser'), {
      input: 'secret\nsecret\n',
    });
    const names = ['annals-1', 'annals-2', 'db1', 'pgbouncer'];
    await machine.run(`echo 127.0.0.1 ${names.join(' ')} >>/etc/hosts`);
  });
  afterAll(async () => {
    for (const program of running) {
      try {
        process.kill(-(program.process.pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended.
      }
      await program.exited;
    }
    machine?.end();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });

  it.skipIf(isMissing('systemd-analyze'))('systemd accepts the unit', async () => {
    expect(await machine.run(`systemd-analyze verify ${root}/deploy/annals.service`)).toBe('');
  });

  it.skipIf(isMissing('promtool'))(
    'Prometheus accepts its configuration and the alerts',
    async () => {
      const check = `promtool check config ${root}/deploy/prometheus/prometheus.yml`;
      await expect(machine.run(check)).rejects.toThrow('/run/secrets/prometheus_token');
      await machine.run('mkdir -p /run/secrets && echo token >/run/secrets/prometheus_token');
      expect(await machine.run(check)).toMatch(/2\d rules found/);
    },
  );

  it.skipIf(isMissing('docker-compose'))('compose accepts both files', async () => {
    for (const file of ['compose.yaml', 'compose.ha.yaml']) {
      const copy = path.join(directory, 'deploy');
      await machine.run(`rm -rf ${copy} && cp -r ${root}/deploy ${copy}`);
      // The version in Debian 12 does not know the name.
      writeFileSync(path.join(copy, file), read(file).replace(/^name:.*\n/m, ''));
      expect(await machine.run(`docker-compose -f ${copy}/${file} config -q`)).toBe('');
    }
  });

  it('a standby copies the primary with the command of the document', async () => {
    const { uid, gid } = JSON.parse(
      await machine.run(
        `node -p 'const { uid, gid } = fs.statSync("${directory}/postgresql/main"); JSON.stringify({ uid, gid })'`,
      ),
    );
    await machine.run(
      `psql -U postgres -qc 'create role replicator replication login'
sed -i '1i host replication replicator 127.0.0.1/32 trust' ${directory}/postgresql/main/pg_hba.conf
psql -U postgres -qc 'select pg_reload_conf()' -c checkpoint >/dev/null
install -d -o ${uid} -g ${gid} /var/lib/postgresql /var/lib/postgresql/15
rm -rf /var/lib/postgresql/15/main`,
    );
    const command = operations.block("# on the standby's machine");
    const asOwner = `setpriv --reuid ${uid} --regid ${gid} --clear-groups`;
    await machine.run(`${asOwner} sh -ec '${command.replaceAll("'", `'"'"'`)}'`);
    const standby = machine.start([
      ...asOwner.split(' '),
      `${postgresql}/postgres`,
      '-D',
      '/var/lib/postgresql/15/main',
      '-p',
      '5433',
      '-k',
      '/run/postgresql',
    ]);
    running.push(standby);
    await machine.run('until pg_isready -q -p 5433; do sleep 0.05; done');
    const asked = 'psql -U postgres -p 5433 -Atqc "select pg_is_in_recovery()"';
    expect(await machine.run(asked)).toBe('t\n');
  });

  it.skipIf(isMissing('pgbouncer'))(
    'PgBouncer runs with the settings of the document',
    async () => {
      const [settings, variables] = [
        operations.block('[pgbouncer]'),
        operations.block('DATABASE_URL=postgres://annals:secret@pgbouncer'),
      ];
      const place = path.join(directory, 'pgbouncer');
      mkdirSync(place);
      writeFileSync(path.join(place, 'users.txt'), '"annals" "secret"\n');
      writeFileSync(
        path.join(place, 'pgbouncer.ini'),
        `[databases]\nannals = host=127.0.0.1 port=5432\n${settings}\nlisten_addr = 127.0.0.1\nlisten_port = 6432\nauth_type = scram-sha-256\nauth_file = ${place}/users.txt\nunix_socket_dir =\n`,
      );
      await machine.run(`chmod -R a+rX ${place}`);
      const nobody = ['setpriv', '--reuid', 'nobody', '--clear-groups'];
      running.push(machine.start([...nobody, 'pgbouncer', path.join(place, 'pgbouncer.ini')]));
      await machine.run('until pg_isready -q -h 127.0.0.1 -p 6432; do sleep 0.05; done');
      const env = Object.fromEntries(
        variables
          .trim()
          .split('\n')
          .map((line) => [line.split('=', 1)[0], line.replace(/^\w+=/, '')]),
      );
      await machine.run(`${annals} migrate`, { env, cwd: place });
      expect(await machine.run(`${annals} verify events`, { env, cwd: place })).toMatch(/^intact/m);
    },
  );

  it.skipIf(isMissing('nginx'))(
    'nginx passes calls to a replica, but not those to the paths of operators',
    async () => {
      const place = path.join(directory, 'nginx');
      mkdirSync(place);
      await machine.run(
        `mkdir -p /run/secrets && cd ${place}
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout /run/secrets/tls_key -out /run/secrets/tls_certificate 2>/dev/null
ip address add 172.30.7.11/32 dev lo && ip address add 172.30.7.12/32 dev lo`,
      );
      // The version in Debian 12 is older than the directive.
      const configuration = read('nginx.conf')
        .replace('listen 8443 ssl;', 'listen 8443 ssl http2;')
        .replace(/^ *http2 on;\n/m, '');
      writeFileSync(path.join(place, 'nginx.conf'), configuration);
      const server = machine.start([...annals.split(' '), 'serve'], {
        cwd: place,
        env: {
          DATA_DIR: path.join(place, 'data'),
          HOST: '0.0.0.0',
          TRUST_PROXY: '127.0.0.1',
          WORKERS: '1',
        },
      });
      running.push(server);
      await server.waitForOutput('Ready.');
      running.push(
        // Its log is /dev/stderr, which cannot be opened while it is a socket.
        machine.start(['sh', '-c', `nginx -c ${place}/nginx.conf -g 'daemon off;' 2>&1 | cat`]),
      );
      await machine.run(
        'until curl -skf https://127.0.0.1:8443/api/env >/dev/null; do sleep 0.05; done',
      );
      /** @param {string} url */
      const status = (url) => machine.run(`curl -sk -o /dev/null -w '%{http_code}' ${url}`);
      expect(await status('https://127.0.0.1:8443/login')).toBe('200');
      expect(await status('https://127.0.0.1:8443/readyz')).toBe('404');
      expect(await status('http://127.0.0.1:8080/login')).toBe('308');
    },
  );

  it.skipIf(isMissing('caddy'))(
    'Caddy passes calls to a replica that trusts it, but not those to the paths of operators',
    async () => {
      const place = path.join(directory, 'caddy');
      mkdirSync(place);
      // A certificate of its own, because no authority can be asked here.
      const configuration = operations
        .block('annals.example.org {')
        .replace('annals.example.org {', 'https://localhost:9443 {\n\ttls internal');
      writeFileSync(
        path.join(place, 'Caddyfile'),
        `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${configuration}`,
      );
      const server = machine.start([...annals.split(' '), 'serve'], {
        cwd: place,
        env: {
          DATA_DIR: path.join(place, 'data'),
          HOST: '127.0.0.1',
          PORT: '3100',
          TRUST_PROXY: '127.0.0.1',
          WORKERS: '1',
        },
      });
      running.push(server);
      await server.waitForOutput('Ready.');
      await machine.run(`sed -i s/:3000/:3100/g ${place}/Caddyfile`);
      running.push(
        machine.start(['caddy', 'run', '--config', `${place}/Caddyfile`], {
          env: { XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
        }),
      );
      await machine.run(
        'until curl -skf https://localhost:9443/api/env >/dev/null; do sleep 0.05; done',
      );
      /** @param {string} url */
      const status = (url) => machine.run(`curl -sk -o /dev/null -w '%{http_code}' ${url}`);
      expect(await status('https://localhost:9443/login')).toBe('200');
      expect(await status('https://localhost:9443/readyz')).toBe('404');
      expect(server.output()).not.toContain('TRUST_PROXY does not name');
    },
  );
});
