import sql from 'sql-template-tag';
import { expect, vi } from 'vitest';
import type { RunningService } from './running-service.ts';
import { mailsTo } from './written-mails.ts';

export const changed = 'another heron, further out';

/** The calls about passwords, and their results. */
export function passwordCalls(running: RunningService) {
  return {
    reset: (email: string, more: object = {}) =>
      running.call('POST', '/v1/auth/password-reset', { body: { email, ...more } }),
    signUp: (email: string, more: object = {}) =>
      running.call('POST', '/v1/auth/signup', { body: { email, name: 'Ada Lovelace', ...more } }),
    check: async (token: string) => (await running.get(`/v1/auth/password-token/${token}`)).body,
    setPassword: (token: string, password = changed, more: object = {}) =>
      running.call('POST', '/v1/auth/password', { body: { token, password, ...more } }),
    /** The last of this many. */
    mailTo: async (address: string, count = 1) => {
      const mail = (await mailsTo(running.mailDirectory, address, count))[count - 1];
      if (mail === undefined) throw new Error('There is no mail.');
      return mail;
    },
    outboxIsEmpty: () =>
      vi.waitFor(
        async () => {
          const waiting = sql`select 1 from authentication.mail`;
          expect(await running.database.query(waiting)).toEqual([]);
        },
        { timeout: 300_000 },
      ),
    actionsOf: async (subject: string | null) => {
      const rows = await running.database.query<{ action: string }>(
        sql`select action from authentication.event where subject is not distinct from ${subject} order by seq`,
      );
      return rows.map(({ action }) => action);
    },
  };
}
