import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';

/** The mails that were written to files, oldest first. */
export async function writtenMails(directory: string): Promise<Email[]> {
  const names = await readdir(directory).catch(() => []);
  const whole = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(
    whole.map((name) => PostalMime.parse(readFileSync(path.join(directory, name)))),
  );
}

/** The mails to an address, once there are this many. */
export function mailsTo(directory: string, address: string, count = 1): Promise<Email[]> {
  return vi.waitFor(
    async () => {
      const mails = await writtenMails(directory);
      const found = mails.filter(({ to }) => to?.some((each) => each.address === address));
      if (found.length < count)
        throw new Error(`${found.length} of ${count} mails to ${address} are there.`);
      return found;
    },
    // As long as `expect.poll` waits: shorter than the test, so that a mail that does not come is what it reports.
    { timeout: 90_000, interval: 25 },
  );
}

/** The token of the one-time link that sets a password, in a mail. */
export function tokenIn({ text = '' }: Email): string {
  return /\/set-password#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** The token of the link that revokes API tokens, in a mail. */
export function revocationTokenIn({ text = '' }: Email): string {
  return /\/revoke-tokens#token=([\w-]+)/.exec(text)?.[1] ?? '';
}
