// The image of deploy/Dockerfile without a container engine: its files in a directory, and processes that see only them.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { readStages, stepsOf } from './dockerfile.mjs';
import { linkFiles } from './link-files.mjs';

/**
 * @typedef {object} Image
 * @property {string} directory its files
 * @property {(command: string[], variables: Record<string, string>) => import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} start
 * starts a command with the variables of the image and these
 * @property {string[]} program the words that start the program, without its arguments
 * @property {string[]} serve the arguments with which a container starts
 * @property {string[]} health the command that checks a container
 * @property {string} data where the volume is, for commands in the image
 * @property {boolean} isIsolated whether commands see only its files and may write only to its volume and /tmp
 * @property {() => Promise<void>} remove
 */

/**
 * Whether processes can have their own view of the file system, which takes root and Linux; otherwise they run in the
 * directory, as the user of the tests.
 */
export const canIsolate =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

/**
 * Follows deploy/Dockerfile from the built context on.
 * @param {string} context
 * @param {string} directory
 * @returns {Image}
 */
export function makeImage(context, directory) {
  const { manifests, packages, image } = readStages();
  const packageFiles = path.join(directory, 'packages');
  copyManifests(manifests, context, packageFiles);
  for (const command of stepsOf(packages, 'RUN')) install(command, packageFiles);

  const files = path.join(directory, 'image');
  const [home = ''] = stepsOf(image, 'WORKDIR');
  const origins = { packages: packageFiles, build: context };
  for (const copied of stepsOf(image, 'COPY')) {
    const [, stage = '', source = '', target = ''] =
      /^--from=(\w+) \/src\/(\S+) (\S+)$/.exec(copied) ?? [];
    const origin = origins[/** @type {keyof typeof origins} */ (stage)];
    linkFiles(path.join(origin, source), path.join(files, home, target));
  }
  const variables = Object.fromEntries(
    stepsOf(image, 'ENV').flatMap((text) => text.split(' ').map((each) => each.split('=', 2))),
  );
  const serve = JSON.parse(stepsOf(image, 'CMD')[0] ?? '');
  const entry = JSON.parse(stepsOf(image, 'ENTRYPOINT')[0] ?? '');
  const health = JSON.parse(stepsOf(image, 'HEALTHCHECK')[0]?.replace(/^.* CMD (?=\[)/, '') ?? '');
  if (!canIsolate) {
    const data = path.join(directory, 'data');
    mkdirSync(data);
    return {
      directory: files,
      program: [
        process.execPath,
        ...entry.slice(1).map((/** @type {string} */ each) => path.join(files, each)),
      ],
      serve,
      health,
      data,
      isIsolated: false,
      remove: async () => undefined,
      start: ([command = '', ...args], more) =>
        spawn(command, args, {
          cwd: path.join(files, home),
          env: { PATH: process.env['PATH'], ...variables, DATA_DIR: data, ...more },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
    };
  }
  addBase(files);
  const environment = {
    ...variables,
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/home/node',
  };
  for (const command of stepsOf(image, 'RUN')) {
    const { status, stderr } = spawnSync(
      'unshare',
      enter(files, 'root', '/', ['sh', '-c', command]),
      {
        env: environment,
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`RUN ${command}: ${stderr}`);
  }
  const [user = ''] = stepsOf(image, 'USER');
  return {
    directory: files,
    program: entry,
    serve,
    health,
    data: variables['DATA_DIR'] ?? '',
    isIsolated: true,
    remove: async () => undefined,
    start: (command, more) =>
      spawn('unshare', enter(files, user, home, command), {
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}

/**
 * @param {import('./dockerfile.mjs').Stage} stage
 * @param {string} context
 * @param {string} directory
 */
function copyManifests(stage, context, directory) {
  for (const copied of stepsOf(stage, 'COPY')) {
    const words = copied.split(' ');
    for (const source of words.slice(0, -1))
      cpSync(
        path.join(context, source),
        path.join(directory, words.at(-1) ?? '', path.basename(source)),
      );
  }
}

/**
 * @param {string} command
 * @param {string} directory
 */
function install(command, directory) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: directory,
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    },
  });
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
}

/**
 * The places of the image `node`, whose system is that of this machine; a command mounts it.
 * @param {string} files
 */
function addBase(files) {
  for (const folder of ['dev', 'etc', 'home/node', 'proc', 'tmp', 'usr', 'local/bin'])
    mkdirSync(path.join(files, folder), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    if (!existsSync(`/${name}`)) continue;
    if (lstatSync(`/${name}`).isSymbolicLink())
      symlinkSync(readlinkSync(`/${name}`), path.join(files, name));
    else mkdirSync(path.join(files, name));
  }
  for (const device of ['null', 'zero', 'random', 'urandom'])
    writeFileSync(path.join(files, 'dev', device), '');
  writeFileSync(path.join(files, 'local/bin/node'), '');
  writeFileSync(
    path.join(files, 'etc/passwd'),
    'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n',
  );
  writeFileSync(path.join(files, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  writeFileSync(path.join(files, 'etc/hosts'), '127.0.0.1 localhost\n');
}

/** As `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges` does for the user of the image. */
const script = `set -eu
files=$1 node=$2 user=$3 home=$4
shift 4
mount --bind "$files" "$files"
for name in usr bin sbin lib lib64; do
  [ ! -d "$files/$name" ] || [ -L "$files/$name" ] || mount --bind -o ro "/$name" "$files/$name"
done
mount --bind "$files/local" "$files/usr/local"
mount --bind -o ro "$node" "$files/usr/local/bin/node"
mount --rbind -o ro /proc "$files/proc"
for name in null zero random urandom; do mount --bind "/dev/$name" "$files/dev/$name"; done
mount -t tmpfs tmpfs "$files/tmp"
if [ "$user" = root ]; then exec chroot "$files" "$@"; fi
mount --bind "$files/data" "$files/data"
mount -o remount,bind,ro "$files"
mount -o remount,bind,ro "$files/usr/local"
exec chroot --userspec="$user" "$files" setpriv --no-new-privs sh -c 'cd "$0" && exec "$@"' "$home" "$@"
`;

/**
 * The arguments of `unshare` for a command in the image, which keeps the process id.
 * @param {string} files
 * @param {string} user root may write
 * @param {string} home
 * @param {string[]} command
 */
const enter = (files, user, home, command) => [
  '--mount',
  'sh',
  '-c',
  script,
  'sh',
  files,
  process.execPath,
  user,
  home,
  ...command,
];
