import { vi } from 'vitest';
import type { ProviderFixture } from './provider-fixture.ts';
import { mailsTo } from './written-mails.ts';

/** How a user receives and enters the code that confirms an account. */
export function emailCodes({ running, calls }: ProviderFixture) {
  const sendCode = (confirmation: string | undefined) =>
    calls.call('POST', '/v1/auth/email-code', { confirmation }, '');
  const confirm = (challenge: string | undefined, code: string) =>
    calls.call('POST', '/v1/auth?type=EMAIL_CODE', { challenge, code }, '');
  const codeIn = (text = '') => /^\D*(\d{4} \d{4})\D*$/m.exec(text)?.[1] ?? '';
  /** The texts of the mails to an email with this in the subject, once there are this many. */
  const textsTo = (email: string, subject: string, count = 1) =>
    vi.waitFor(
      async () => {
        const mails = await mailsTo(running.mailDirectory, email);
        const found = mails.filter((mail) => mail.subject?.includes(subject) === true);
        if (found.length < count) throw new Error(`${found.length} of ${count} are there.`);
        return found.map(({ text = '' }) => text);
      },
      { timeout: 300_000, interval: 25 },
    );
  const codesTo = async (email: string, count = 1) =>
    (await textsTo(email, 'confirmation code', count)).map(codeIn);
  return { sendCode, confirm, codesTo, textsTo };
}
