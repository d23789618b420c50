import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './annals.ts';
import { demoProgram } from './demo-program.ts';

const directory = join(demoProgram.dataDirectory, 'mail');

/** The emails to a recipient, oldest first. */
async function mailsTo(recipient: string): Promise<Email[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    names.sort().map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
  );
  return mails.filter(({ to }) => to?.some(({ address }) => address === recipient));
}

/** Waits for an email to a recipient whose subject matches, and returns the newest one. */
export async function mailTo(recipient: string, subject: RegExp): Promise<Email> {
  let found: Email | undefined;
  await expect(async () => {
    found = (await mailsTo(recipient)).findLast((mail) => subject.test(mail.subject ?? ''));
    expect(found, `a mail to ${recipient}`).toBeDefined();
  }).toPass({ timeout: 60_000, intervals: [100] });
  return found as Email;
}

/** The link for setting a password. */
export function passwordLinkIn(mail: Email): string {
  return linkIn(mail, /http[^\s"<>]+\/set-password#token=[^\s"<>]+/);
}

/** The link for revoking API tokens. */
export function revocationLinkIn(mail: Email): string {
  return linkIn(mail, /http[^\s"<>]+\/revoke-tokens#token=[^\s"<>]+/);
}

/** The link has to be the same in the HTML and the plain text. */
function linkIn({ text = '', html = '' }: Email, pattern: RegExp): string {
  const link = pattern.exec(text)?.[0];
  expect(link, `a link in: ${text}`).toBeDefined();
  expect(pattern.exec(html)?.[0]).toBe(link);
  return link ?? '';
}
