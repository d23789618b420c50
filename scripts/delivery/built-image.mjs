// The image of deploy/Dockerfile, built by buildah and run by runc, which Debian packages. Its base, the published image of
// Node, is replaced by Debian's base system and the running Node.
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../setup.mjs';
import { readStages } from './dockerfile.mjs';

/** @import { Image } from './image.mjs' */

export const canBuildImage =
  process.getuid?.() === 0 &&
  ['buildah', 'debootstrap', 'runc'].every((tool) => spawnSync('which', [tool]).status === 0);

/** Networks with certificates of their own need them in the base, too. */
const certificates = process.env['NODE_EXTRA_CA_CERTS'];
const certificatesInBase = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Builds the image from this checkout.
 * @param {string} directory an empty one
 * @returns {Promise<Image>}
 */
export async function buildImage(directory) {
  const base = path.join(directory, 'base');
  await makeBase(base);
  const storageDirectory = path.join(directory, 'storage');
  const storage = ['--root', storageDirectory, '--runroot', path.join(directory, 'run')];
  /** @param {string[]} args */
  const buildah = async ([command = '', ...args]) =>
    (await run('buildah', [command, ...storage, ...args])).trim();

  const state = path.join(directory, 'runc');
  const remove = async () => {
    const { stdout } = spawnSync('runc', ['--root', state, 'list', '--quiet'], {
      encoding: 'utf8',
    });
    for (const id of stdout.split('\n').filter(Boolean))
      spawnSync('runc', ['--root', state, 'delete', '--force', id]);
    await buildah(['rm', '--all']);
    // Mounted by buildah for all containers, and left.
    spawnSync('umount', [path.join(storageDirectory, 'overlay')]);
  };
  try {
    return { ...(await build()), remove };
  } catch (error) {
    await remove();
    throw error;
  }

  /** @returns {Promise<Omit<Image, 'remove'>>} */
  async function build() {
    const { base: baseName } = readStages().manifests;
    const scratch = await buildah(['from', 'scratch']);
    await buildah(['add', '--quiet', scratch, base, '/']);
    if (certificates)
      await buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${certificatesInBase}`, scratch]);
    await buildah(['commit', '--quiet', '--rm', scratch, `docker.io/library/${baseName}`]);
    await buildah([
      'bud',
      '--isolation=chroot',
      '--network=host',
      '--pull-never',
      '--format=docker',
      `--file=${path.join(root, 'deploy/Dockerfile')}`,
      '--tag=annals',
      root,
    ]);
    const container = await buildah(['from', '--pull-never', 'localhost/annals']);
    const files = await buildah(['mount', container]);
    const { config } = JSON.parse(await buildah(['inspect', container])).Docker;
    const environment = Object.fromEntries(
      config.Env.map((/** @type {string} */ each) => each.split(/=(.*)/s, 2)),
    );
    const { uid, gid } = idsOf(files, config.User);
    const [data = ''] = Object.keys(config.Volumes);
    chownSync(path.join(files, data), uid, gid);
    // Engines write it for each container.
    writeFileSync(path.join(files, 'etc/hosts'), '127.0.0.1 localhost\n');
    return {
      directory: files,
      program: config.Entrypoint,
      serve: config.Cmd,
      // The first word says that the others are a command.
      health: config.Healthcheck.Test.slice(1),
      data,
      isIsolated: true,
      start: (command, variables) => {
        const bundle = mkdtempSync(path.join(directory, 'bundle-'));
        writeFileSync(
          path.join(bundle, 'config.json'),
          JSON.stringify(
            bundleOf(files, data, {
              user: { uid, gid },
              cwd: config.WorkingDir,
              args: command,
              env: Object.entries({ ...environment, ...variables }).map((pair) => pair.join('=')),
            }),
          ),
        );
        return spawn('runc', ['--root', state, 'run', '--bundle', bundle, path.basename(bundle)], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      },
    };
  }
}

/** @param {string} directory */
async function makeBase(directory) {
  await run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates',
    'bookworm',
    directory,
  ]);
  if (certificates) copyFileSync(certificates, path.join(directory, certificatesInBase));
  const local = path.join(directory, 'usr/local');
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  const npm = (await run('which', ['npm'])).trim();
  const modules = path.join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  cpSync(path.dirname(path.dirname(realpathSync(npm))), path.join(modules, 'npm'), {
    recursive: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  await run('chroot', [directory, 'groupadd', '--gid', '1000', 'node']);
  await run('chroot', [
    directory,
    'useradd',
    '--uid',
    '1000',
    '--gid',
    'node',
    '--create-home',
    'node',
  ]);
}

/**
 * @param {string} files
 * @param {string} user
 */
function idsOf(files, user) {
  const lines = readFileSync(path.join(files, 'etc/passwd'), 'utf8').split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${user}:`))?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * As `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --network host` runs it.
 * @param {string} files
 * @param {string} data
 * @param {object} program
 */
function bundleOf(files, data, program) {
  const nothing = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  const options = ['nosuid', 'noexec', 'nodev'];
  return {
    ociVersion: '1.0.2',
    root: { path: files, readonly: true },
    process: { ...program, terminal: false, capabilities: nothing, noNewPrivileges: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc', options },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      {
        destination: '/tmp',
        type: 'tmpfs',
        source: 'tmpfs',
        options: ['nosuid', 'nodev', 'mode=1777'],
      },
      { destination: data, type: 'bind', source: path.join(files, data), options: ['rbind', 'rw'] },
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  };
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function run(command, args) {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 2 ** 28 });
  return stdout;
}
