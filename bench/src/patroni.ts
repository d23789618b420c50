import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { findPostgresql, unprivilegedUser } from '@annals/kit/testing/postgresql-server';

const run = promisify(execFile);

/** The configuration for operators, and the script that creates the role and the database. */
const deployFolder = fileURLToPath(new URL('../../deploy/patroni/', import.meta.url));
const password = 'rings-of-a-very-old-tree';
const maxStartMs = 180_000;

interface Member {
  name: string;
  role: string;
  state: string;
}

interface Node {
  name: string;
  host: string;
  restApi: string;
  /** The directory of all its files. */
  directory: string;
  data: string;
  log: string;
  variables: Record<string, string>;
  patroni: ChildProcess | undefined;
}

/** Three members of etcd and three Patronis, each with a PostgreSQL, on loopback ports. */
export class PatroniCluster {
  readonly #directory: string;
  readonly #owner: { uid?: number; gid?: number };
  readonly #etcd: ChildProcess[];
  readonly #nodes: Node[];

  private constructor(
    directory: string,
    owner: { uid?: number; gid?: number },
    { etcd, nodes }: { etcd: ChildProcess[]; nodes: Node[] },
  ) {
    this.#directory = directory;
    this.#owner = owner;
    this.#etcd = etcd;
    this.#nodes = nodes;
  }

  /** @param port the first of twelve */
  static async start(port: number): Promise<PatroniCluster> {
    const bin = await findPostgresql();
    if (bin === undefined) throw new Error('PostgreSQL is not installed here.');
    for (const program of ['etcd', 'patroni'])
      await run(program, ['--version']).catch(() => {
        throw new Error(`${program} is not installed here.`);
      });
    const owner = await unprivilegedUser();
    const directory = await mkdtemp(path.join(tmpdir(), 'annals-patroni-'));
    const numbers = [0, 1, 2];
    const clients = numbers.map((number) => `127.0.0.1:${port + number}`);
    const peers = numbers.map((number) => `etcd${number}=http://127.0.0.1:${port + 3 + number}`);
    for (const file of ['patroni.yaml', 'annals-database']) {
      await copyFile(path.join(deployFolder, file), path.join(directory, file));
      await chmod(path.join(directory, file), 0o755);
    }
    const passwordFile = path.join(directory, 'password');
    await writeFile(passwordFile, password);
    const nodes = numbers.map((number): Node => {
      const nodeDirectory = path.join(directory, `node${number}`);
      const host = `127.0.0.1:${port + 6 + number}`;
      const restApi = `127.0.0.1:${port + 9 + number}`;
      const variables = {
        PATH: [directory, process.env['PATH']].join(path.delimiter),
        HOME: nodeDirectory,
        LC_ALL: 'C.UTF-8',
        ANNALS_PASSWORD_FILE: passwordFile,
        PATRONI_NAME: path.basename(nodeDirectory),
        PATRONI_ETCD3_HOSTS: clients.join(','),
        PATRONI_RESTAPI_LISTEN: restApi,
        PATRONI_RESTAPI_CONNECT_ADDRESS: restApi,
        PATRONI_POSTGRESQL_LISTEN: host,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: host,
        PATRONI_POSTGRESQL_DATA_DIR: path.join(nodeDirectory, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_PGPASS: path.join(nodeDirectory, 'pgpass'),
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_PASSWORD: password,
        PATRONI_REWIND_PASSWORD: password,
      };
      const [data, log] = [
        path.join(nodeDirectory, 'data'),
        path.join(nodeDirectory, 'patroni.log'),
      ];
      return {
        name: path.basename(nodeDirectory),
        host,
        restApi,
        directory: nodeDirectory,
        data,
        log,
        variables,
        patroni: undefined,
      };
    });
    for (const node of nodes) {
      await mkdir(node.directory);
      await changeOwner(node.directory, owner);
    }
    await changeOwner(directory, owner);
    const etcd = clients.map((client, number) => {
      const peer = peers[number]?.split('=')[1] ?? '';
      const options = {
        name: `etcd${number}`,
        'data-dir': path.join(directory, `etcd${number}`),
        'listen-client-urls': `http://${client}`,
        'advertise-client-urls': `http://${client}`,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': peers.join(','),
        'log-level': 'error',
      };
      return spawn(
        'etcd',
        Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
        { ...owner, cwd: directory, stdio: 'ignore' },
      );
    });
    const cluster = new PatroniCluster(directory, owner, { etcd, nodes });
    try {
      for (const { name } of nodes) cluster.restart(name);
      await cluster.waitUntilHealthy();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /** The URLs of the servers, with the role and the database of Annals. */
  get urls(): string[] {
    return this.#nodes.map(({ host }) => urlOf('annals', host));
  }

  /** Runs a statement on the primary as a superuser. */
  async administer(statement: string): Promise<void> {
    const { host } = this.#node(await this.leader());
    const client = new pg.Client(urlOf('postgres', host));
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async leader(): Promise<string> {
    for (;;) {
      const leader = (await this.#members()).find(({ role }) => role === 'leader');
      if (leader) return leader.name;
      await pause(100);
    }
  }

  /** Resolves when all three nodes run, with one leader and one synchronous standby. */
  async waitUntilHealthy(): Promise<void> {
    const deadline = performance.now() + maxStartMs;
    for (;;) {
      const members = await this.#members();
      const roles = new Set(members.map(({ role }) => role));
      const isHealthy =
        members.length === this.#nodes.length &&
        // newer versions report "streaming" for standbys
        members.every(({ state }) => state === 'running' || state === 'streaming') &&
        roles.has('leader') &&
        roles.has('sync_standby');
      if (isHealthy) return;
      if (performance.now() > deadline)
        throw new Error(
          `The cluster is not healthy: ${JSON.stringify(members)}\n${await this.logs()}`,
        );
      await pause(250);
    }
  }

  /** Sends SIGKILL to a Patroni and all processes of its PostgreSQL. */
  async kill(name: string): Promise<void> {
    const node = this.#node(name);
    const { patroni } = node;
    if (!patroni) return;
    node.patroni = undefined;
    const processes = await processesOf(node.data);
    const exited = new Promise((resolve) => patroni.once('exit', resolve));
    const isRunning = patroni.exitCode === null && patroni.signalCode === null;
    patroni.kill('SIGKILL');
    for (const pid of processes) killIfRunning(pid);
    if (isRunning) await exited;
  }

  /** Starts the Patroni of a node, which starts its PostgreSQL as a replica. */
  restart(name: string): void {
    const node = this.#node(name);
    const log = openSync(node.log, 'a');
    node.patroni = spawn('patroni', [path.join(this.#directory, 'patroni.yaml')], {
      ...this.#owner,
      cwd: node.directory,
      env: node.variables,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  async logs(): Promise<string> {
    const texts = this.#nodes.map(({ log }) => readFile(log, 'utf8').catch(() => ''));
    return (await Promise.all(texts)).join('\n');
  }

  async remove(): Promise<void> {
    for (const { name } of this.#nodes) await this.kill(name);
    for (const member of this.#etcd) member.kill('SIGKILL');
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #node(name: string): Node {
    const node = this.#nodes.find((each) => each.name === name);
    if (!node) throw new Error(`There is no ${name}.`);
    return node;
  }

  /** The members as reported by the first Patroni that responds. */
  async #members(): Promise<Member[]> {
    for (const { restApi, patroni } of this.#nodes) {
      if (!patroni) continue;
      const signal = AbortSignal.timeout(5_000);
      const answer = await fetch(`http://${restApi}/cluster`, { signal }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

async function changeOwner(
  file: string,
  { uid, gid }: { uid?: number; gid?: number },
): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(file, uid, gid);
}

/**
 * The processes of the PostgreSQL on this data directory: the one in its pid file, unless the number was
 * reused, and its children.
 */
async function processesOf(data: string): Promise<number[]> {
  try {
    const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(data)) return [];
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').map(Number)];
  } catch {
    return [];
  }
}

function killIfRunning(pid: number): void {
  try {
    if (pid > 1) process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended in the meantime
  }
}

/** The database has the same name as the role. */
const urlOf = (role: string, host: string) => `postgres://${role}:${password}@${host}/${role}`;
