import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { statementsOf } from './statements.ts';

it('ends a statement at a semicolon', () => {
  expect(statementsOf('select 1; select 2;\n\nselect 3\n')).toEqual([
    'select 1',
    'select 2',
    'select 3',
  ]);
  expect(statementsOf(' ; -- nothing; at all\n')).toEqual([]);
});

it('does not split within a text, a name, a comment or a body', () => {
  for (const statement of [
    `select 'it''s; one'`,
    `select 1 as "a;""b"`,
    `do $$ begin perform 1; end $$`,
    `do $body$ begin perform '$$;'; end $body$`,
  ])
    expect(statementsOf(`${statement}; select 2`)).toEqual([statement, 'select 2']);
  expect(statementsOf('select 1 -- one; two\n+ 2 /* three; */; select 3')).toEqual([
    'select 1  \n+ 2',
    'select 3',
  ]);
});

it('starts each statement of the migrations with its verb', async () => {
  const verbs = /^\S+\.sql: (?:create|alter|insert|update|delete|drop|do|with|select|set|comment) /;
  for (const service of ['authentication', 'data']) {
    const folder = new URL(`../../../${service}/migrations/`, import.meta.url);
    for (const name of await readdir(folder))
      for (const statement of statementsOf(await readFile(new URL(name, folder), 'utf8')))
        expect(`${name}: ${statement}`).toMatch(verbs);
  }
});
