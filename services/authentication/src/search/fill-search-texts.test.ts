import sql from 'sql-template-tag';
import { describe, expect, it, vi } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

describe.each(testDatabases())('search texts of users stored before, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  const storedTexts = (userId: string) =>
    running.database.query<{ text: string }>(sql`
      select search_text as text from authentication.user_account where id = ${userId}
      union all select search_text from authentication.user_account_version where user_id = ${userId}`);

  it('have both forms of an international domain once a server has started', async () => {
    const { token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
    const people = new Map<string, string>();
    for (const email of ['ada@müller.example', 'ivan@xn--e1afmkfd.xn--p1ai', 'plain@example.org']) {
      const { userId } = await running.createAndSignIn(email, 'USER');
      people.set(email, userId);
      // Changed once, so that there is an earlier state.
      await running.call('PATCH', `/v1/users/${userId}`, { token, body: { name: `New ${email}` } });
    }
    // As they were stored: with the form that was typed.
    for (const table of ['user_account', 'user_account_version'])
      await running.database.query(
        sql([
          `
        update authentication.${table} set search_text = lower(name || E'\\n' || email)`,
        ]),
      );
    await running.database.query(sql`delete from authentication.schema_backfill`);
    const found = async (text: string): Promise<unknown> => {
      const query = `name=${encodeURIComponent(text)}`;
      const { body } = await running.get(`/v1/users?${query}`, token);
      return body.data?.map((each: { email?: string }) => each.email);
    };
    expect(await found('xn--mller-kva')).toEqual([]);
    expect(await found('пример')).toEqual([]);

    await running.restart({});
    await vi.waitFor(
      async () => expect(await found('xn--mller-kva')).toEqual(['ada@müller.example']),
      {
        timeout: 20_000,
      },
    );
    expect(await found('пример.рф')).toEqual(['ivan@xn--e1afmkfd.xn--p1ai']);
    for (const [email, forms] of [
      ['ada@müller.example', ['ada@muller.example', 'ada@xn--mller-kva.example']],
      ['ivan@xn--e1afmkfd.xn--p1ai', ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@пример.рф']],
      ['plain@example.org', ['plain@example.org']],
    ] as const) {
      const texts = (await storedTexts(people.get(email) ?? '')).map(({ text }) =>
        text.split('\n'),
      );
      expect(texts.length).toBeGreaterThan(1);
      for (const lines of texts) expect(lines).toEqual(expect.arrayContaining([...forms]));
    }
  });
});
