import { readFileSync } from 'node:fs';

/** One of those that systemd gives to a dynamic user. */
const uid = 61_184;
const credentials = '/run/credentials/annals.service';
const variables = '/run/annals.env';

/**
 * What systemd does for a unit, as far as the program notices: variables, credentials, directories, user.
 * @param {string} file
 */
export function readUnit(file) {
  const text = readFileSync(file, 'utf8');
  /** @param {string} name */
  const all = (name) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) =>
      value.replaceAll('%d', credentials),
    );
  const [state = '', home = '', environmentFile = '', start = ''] = [
    'StateDirectory',
    'WorkingDirectory',
    'EnvironmentFile',
    'ExecStart',
  ].map((name) => all(name)[0]);
  return {
    uid,
    /** The commands of root before it starts. */
    prepare: [
      `install -d -m 700 -o ${uid} -g ${uid} /var/lib/${state}`,
      `install -d -m 500 -o ${uid} -g ${uid} ${credentials}`,
      `install -m 400 -o ${uid} ${environmentFile} ${variables}`,
      ...all('LoadCredential').map((each) => {
        const [name, source] = each.split(':');
        return `install -m 400 -o ${uid} -g ${uid} ${source} ${credentials}/${name}`;
      }),
    ].join('\n'),
    command: [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${uid}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
      'env',
      '-i',
      `--chdir=${home}`,
      'PATH=/usr/local/bin:/usr/bin:/bin',
      `CREDENTIALS_DIRECTORY=${credentials}`,
      ...all('Environment').flatMap((line) => line.split(' ')),
      'sh',
      '-c',
      // A line of the file is a variable, as for systemd.
      `while IFS= read -r line; do export "$line"; done <"$0" && exec "$@"`,
      variables,
      ...start.split(' '),
    ],
  };
}
