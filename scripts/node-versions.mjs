import { spawnSync } from 'node:child_process';

/** The long-term support release that the image has and the tests run on. */
export const supported = '24.21.0';
/** The oldest that Annals starts on (`engines` in package.json). */
export const oldest = '20.19.0';

/**
 * The program of this version of Node, from the npm registry, kept in npm's cache; the one that runs where it is of the
 * same line. It is no dependency: who only starts Annals need not download it.
 * @param {string} version
 * @returns {string | undefined} undefined where the registry has none for this kind of machine
 */
export function nodeOfVersion(version) {
  const [major, minor] = version.split('.');
  const [ownMajor, ownMinor] = process.versions.node.split('.');
  if (version === supported ? ownMajor === major : ownMajor === major && ownMinor === minor)
    return process.execPath;
  const { platform, arch } = process;
  const pack = `--package=node-${platform === 'win32' ? 'win' : platform}-${arch}@${version}`;
  const asked = ['exec', '--yes', pack, '--', 'node', '-p', 'process.execPath'];
  const { status, stdout } = spawnSync('npm', asked, { encoding: 'utf8', cwd: '/' });
  return status === 0 ? stdout.trim() : undefined;
}
