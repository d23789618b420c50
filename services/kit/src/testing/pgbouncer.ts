import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { acceptsConnections, freePort, unprivilegedUser } from './postgresql-server.ts';

const run = promisify(execFile);
const program = '/usr/sbin/pgbouncer';

/** Whether PgBouncer is installed. */
export const hasPgbouncer = async (): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

export interface Pgbouncer {
  /** The address of a database on the server, through PgBouncer. */
  urlOf: (database: string) => string;
  remove: () => Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of a server.
 * @param server an address of the server, with a role and its password if needed
 * @param poolSize with few connections, clients share them
 * @param settings further lines of its configuration
 */
export async function startPgbouncer(
  server: string,
  poolSize = 20,
  settings = '',
): Promise<Pgbouncer> {
  const owner = await unprivilegedUser();
  const directory = await mkdtemp(path.join(tmpdir(), 'annals-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(server);
  const file = path.join(directory, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}${password === '' ? '' : ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 2000
server_idle_timeout = 5
server_lifetime = 60
${settings}
`,
  );
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const each of [directory, file]) await chown(each, owner.uid, owner.gid);
  const bouncer = spawn(program, ['-q', file], { ...owner, cwd: directory, stdio: 'ignore' });
  const urlOf = (database: string) => `postgres://${username}@127.0.0.1:${port}/${database}`;
  const kill = () => bouncer.kill('SIGKILL');
  process.once('exit', kill);
  for (let attempt = 0; !(await acceptsConnections(urlOf('postgres'))); attempt += 1) {
    if (attempt === 200) throw new Error('PgBouncer did not start within 10 s.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    urlOf,
    remove: async () => {
      process.off('exit', kill);
      const exited = new Promise((resolve) => bouncer.once('exit', resolve));
      kill();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
