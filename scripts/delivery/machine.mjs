// A machine for the commands of the documents: this one with its own network, and with changes to the file system that
// nobody else sees and that end with it.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watchProgram } from '../../server/src/testing/running-program.ts';
import { unprivilegedUser } from '../../services/kit/src/testing/postgresql-server.ts';

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] the whole environment, besides PATH and HOME
 * @property {string} [input]
 * @property {boolean} [online] whether it uses the network of this machine, to install packages
 */

/** Stand in for what the machine may not have. */
const tools = {
  sudo: `#!/bin/sh
if [ "$1" = -u ]; then
  user=$2
  shift 2
  exec setpriv --reuid "$user" --regid "$user" --init-groups "$@"
fi
exec "$@"
`,
  // Whether systemd accepts the unit is checked by its own tool; the test starts what the unit says.
  systemctl: '#!/bin/sh\n[ "$*" = "enable --now annals" ]\n',
};

const setup = `set -eu
directory=$1 node=$2
ip link set lo up
for place in etc opt usr var; do
  mkdir -p "$directory/$place/upper" "$directory/$place/work"
  mount -t overlay -o "lowerdir=/$place,upperdir=$directory/$place/upper,workdir=$directory/$place/work" overlay "/$place"
done
mount -t tmpfs tmpfs /run
mkdir -p /run/postgresql
chmod 777 /run/postgresql
[ "$node" = /usr/bin/node ] || { rm -f /usr/bin/node; touch /usr/bin/node; mount --bind -o ro "$node" /usr/bin/node; }
echo Ready.
exec cat
`;

/** @param {string} directory */
export async function startMachine(directory) {
  const toolsDirectory = path.join(directory, 'tools');
  mkdirSync(toolsDirectory, { recursive: true });
  for (const [name, text] of Object.entries(tools)) addTool(name, text);
  const holder = spawn(
    'unshare',
    ['--mount', '--net', 'sh', '-c', setup, 'sh', directory, process.execPath],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  await watchProgram(holder).waitForOutput('Ready.');

  /** @param {string} name @param {string} text */
  function addTool(name, text) {
    writeFileSync(path.join(toolsDirectory, name), text);
    chmodSync(path.join(toolsDirectory, name), 0o755);
  }

  /**
   * Starts a command without a terminal, in a group of its own.
   * @param {string[]} command
   * @param {Options} [options]
   */
  function start(command, { cwd = '/', env = {}, input = '', online = false } = {}) {
    const child = spawn(
      'nsenter',
      [
        ...(online ? [] : ['--net']),
        '--mount',
        '-t',
        String(holder.pid),
        'sh',
        '-c',
        'cd "$0" && exec "$@"',
        cwd,
        ...command,
      ],
      {
        env: {
          PATH: `${toolsDirectory}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
          HOME: process.env['HOME'] ?? '/root',
          ...env,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
      },
    );
    // A command that does not read its input may have ended.
    child.stdin.on('error', () => undefined).end(input);
    return watchProgram(child);
  }

  /**
   * Runs a block of commands, each of which has to succeed.
   * @param {string} text
   * @param {Options & { shell?: string }} [options]
   * @returns {Promise<string>} what it printed
   */
  async function run(text, { shell = 'sh', ...options } = {}) {
    const program = start([shell, '-e', '-c', text], options);
    const { code } = await program.exited;
    const printed = program.output() + program.errors();
    if (code !== 0) throw new Error(`${text}\nended with ${code}:\n${printed}`);
    return printed;
  }

  return { addTool, start, run, end: () => holder.kill('SIGKILL') };
}

/**
 * Starts PostgreSQL on the usual port and socket of the machine. It asks for passwords on the port only.
 * @param {Awaited<ReturnType<typeof startMachine>>} machine
 * @param {string} directory an existing one
 * @param {string} bin
 */
export async function startPostgresqlOn(machine, directory, bin) {
  const { uid, gid } = await unprivilegedUser();
  const data = path.join(directory, 'postgresql');
  mkdirSync(data);
  spawnSync('chown', [`${uid}:${gid}`, data]);
  chmodSync(directory, 0o711);
  const asOwner = `setpriv --reuid ${uid} --regid ${gid} --clear-groups`;
  await machine.run(
    `${asOwner} ${bin}/initdb -D ${data}/main -U postgres -E UTF8 --locale=C --no-sync --auth-local=trust --auth-host=scram-sha-256`,
    { cwd: data },
  );
  const command = [`${bin}/postgres`, '-D', `${data}/main`, '-k', '/run/postgresql', '-F'];
  const server = machine.start([...asOwner.split(' '), ...command], { cwd: data });
  await machine.run('until pg_isready -q; do sleep 0.05; done');
  return server;
}
