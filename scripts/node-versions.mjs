import { spawnSync } from 'node:child_process';

/** The long-term support release in the image, with which the tests run. */
export const supportedVersion = '24.21.0';
/** The oldest release on which Annals starts (`engines` in package.json). */
export const oldestVersion = '20.19.0';

/**
 * The executable of this Node version from the npm registry, cached by npm; the running one if it has the same
 * major version. It is not a dependency, so users who only start Annals do not download it.
 * @param {string} version
 * @returns {string | undefined} undefined if the registry has none for this platform
 */
export function nodeOfVersion(version) {
  const [major, minor] = version.split('.');
  const [runningMajor, runningMinor] = process.versions.node.split('.');
  if (
    version === supportedVersion
      ? runningMajor === major
      : runningMajor === major && runningMinor === minor
  )
    return process.execPath;
  const { platform, arch } = process;
  const packageOption = `--package=node-${platform === 'win32' ? 'win' : platform}-${arch}@${version}`;
  const args = ['exec', '--yes', packageOption, '--', 'node', '-p', 'process.execPath'];
  const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', cwd: '/' });
  return status === 0 ? stdout.trim() : undefined;
}
