import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';

/** The token of the link to a page in the newest mail to an address, once it is written. */
export function linkTokenFor(
  dataDir: string,
  email: string,
  page = 'set-password',
): Promise<string> {
  const directory = path.join(dataDir, 'mail');
  return vi.waitFor(
    () => {
      const written = readdirSync(directory)
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
        .map((name) => readFileSync(path.join(directory, name), 'utf8'))
        .filter((mail) => mail.toLowerCase().includes(`to: ${email}`))
        // Undoes soft line breaks and escaped equals signs (quoted-printable).
        .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
      const link = new RegExp(`/${page}#token=([\\w-]{43})`);
      const token = written.map((mail) => link.exec(mail)?.[1]).findLast(Boolean);
      if (token === undefined) throw new Error(`There is no mail with a link to ${email}.`);
      return token;
    },
    { timeout: 60_000, interval: 25 },
  );
}
