import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneInEvery } from '@annals/contracts/testing/exhaustive';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';
import { searchedWords } from '@annals/rules/searched-words';
import { gramsOf, searchTextOf } from '../search/search-text.ts';

const firstNames = ['Anna', 'Björn', 'Carla', 'Élan', 'İpek', '李', 'Zoë', 'Ødegård'];
const made = Array.from({ length: 2_700 }, (_none, at) => {
  const name = `${firstNames[at % 8]} ${at % 1_000 === 7 ? 'Quixote' : 'Smith'} ${at}`;
  const status = at % 5 === 0 ? 'DISABLED' : 'ACTIVE';
  return { name, email: `u${at}@${at > 2_690 ? 'rare' : 'mail'}.example`, status };
});
const everybody = [
  ...made,
  { name: 'master@example.org', email: 'master@example.org', status: 'ACTIVE' },
];

describe('the trigrams of a text', () => {
  it('have three letters, or as many as there are', () => {
    expect(gramsOf('anna')).toEqual(['ann', 'nna']);
    expect(gramsOf('an')).toEqual(['an']);
    expect(gramsOf('李')).toEqual(['李']);
    expect(gramsOf('😀😀😀😀')).toEqual(['😀😀😀']);
  });

  it('are limited for a long text to what the index needs', () => {
    expect(gramsOf('abcdefghijklmnopqrstuvwxyz0123456789').length).toBeLessThanOrEqual(16);
  });
});

// More users than are scanned one by one, so that both search strategies are used.
describe.each(testDatabases())('searching many users, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let token: string;

  beforeAll(async () => {
    ({ token } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
    for (let from = 0; from < made.length; from += 300) await insert(made.slice(from, from + 300));
    await running.database.query(sql`
      insert into authentication.user_role_period (user_id, role, granted_at)
      select id, case when email like '%rare%' then 'AUDITOR' else 'USER' end, now()
      from authentication.user_account where email <> 'master@example.org'`);
    await running.database.query(sql`analyze`);
  });

  const insert = (some: typeof made) => {
    const rows = some.map((user) => ({
      ...user,
      text: searchTextOf({ ...user, username: user.email }),
    }));
    return running.database.query(sql`
      insert into authentication.user_account (id, username, email, name, search_text, status, lang, created)
      select gen_random_uuid(), row->>'email', row->>'email', row->>'name', row->>'text', row->>'status', 'en',
        now() + (n || ' seconds')::interval
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows(row, n)`);
  };

  const walk = async (query: string) => {
    const emails: string[] = [];
    let total = { value: 0, estimate: false };
    let cursor = '';
    do {
      const { status, body } = await running.get(`/v1/users?pageSize=500&${query}${cursor}`, token);
      expect(status).toBe(200);
      emails.push(...(body.data ?? []).map(({ email }) => email));
      total = body.total ?? total;
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
    } while (cursor !== '');
    return { emails, total };
  };

  const asked: [text: string, status: string][] = [
    ['smith', ''],
    ['SMITH 26', ''],
    ['quixote', ''],
    ['ødegård', ''],
    ['İPEK', ''],
    ['an', ''],
    ['a', ''],
    ['李', ''],
    ['@rare', ''],
    ['nobody at all', ''],
    ['qx', ''],
    ['%', ''],
    ['1', 'DISABLED'],
    ['smith', 'DISABLED'],
    ['quixote', 'ACTIVE'],
    ['rare', 'DISABLED'],
    ['quixote  anna', ''],
    ['bjorn odegard', ''],
    ['1007 odegard', ''],
    ['smith odegard rare', ''],
  ];
  it.each(oneInEvery(3, asked))(
    'finds those whose text contains %j, of status %j',
    async (text, status) => {
      const expected = everybody.filter(
        (user) =>
          (status === '' || user.status === status) &&
          searchedWords(text).every((word) =>
            searchTextOf({ ...user, username: user.email }).includes(word),
          ),
      );
      const query = `name=${encodeURIComponent(text)}${status === '' ? '' : `&status=${status}`}`;
      for (const sort of ['name', '-email', 'createdDate']) {
        const { emails, total } = await walk(`${query}&sort=${sort}`);
        expect(emails.toSorted()).toEqual(expected.map(({ email }) => email).toSorted());
        expect(total).toEqual({ value: expected.length, estimate: false });
      }
      const forward = await walk(`${query}&sort=name`);
      const backward = await walk(`${query}&sort=-name`);
      expect(backward.emails).toEqual(forward.emails.toReversed());
    },
  );

  it('finds those with a role, common or rare', async () => {
    expect((await walk('role=AUDITOR')).emails).toHaveLength(9);
    expect((await walk('role=USER')).emails).toHaveLength(2_691);
    expect((await walk('role=USER&name=rare')).emails).toEqual([]);
    expect((await walk('role=AUDITOR&name=smith&status=DISABLED')).emails).toEqual([
      'u2695@rare.example',
    ]);
  });

  it('returns the same by page number as by cursor', async () => {
    for (const query of ['name=smith', 'name=quixote', 'role=AUDITOR', 'status=DISABLED']) {
      const { emails } = await walk(query);
      const paged = await running.get(`/v1/users?${query}&pageSize=3&page=1`, token);
      expect(paged.body.data?.map(({ email }) => email)).toEqual(emails.slice(3, 6));
    }
  });
});
