import sql, { join, type Sql } from 'sql-template-tag';
import { foldedText } from '@annals/rules/folded-text';
import type { Queryable } from '@annals/kit/database/database';
import { searchedWords } from '@annals/rules/searched-words';
import { containsWords, gramsOf } from '../search/search-text.ts';
import { userInScope, type Scope } from '../authority/scope.sql.ts';
import { selectReferencesInScope } from './event-scope.sql.ts';

/** Of a word that names more, the names are compared event by event. */
const maxNamed = 500;

/** A word of a search, and what it names among that which the reader may see. */
export interface SearchedWord {
  readonly word: string;
  /** Users and applications. */
  readonly ids: readonly string[];
  /** Other things, as subjects of events. */
  readonly subjects: readonly string[];
  /** Whether it names more users than these. */
  readonly isCommon: boolean;
}

type Named = { kind: 'user' | 'application' | 'unit' | 'identityProvider' | 'token'; id: string };

/** Each is looked up by itself. */
export const maxWords = 12;

/** The words of a search for events with what they name. */
export async function findSearchedWords(
  database: Queryable,
  scope: Scope,
  text: string,
): Promise<SearchedWord[]> {
  const written = text.toLowerCase().split(/\s+/);
  const words: SearchedWord[] = [];
  for (const word of searchedWords(text)) {
    // Only names of users are stored folded.
    const asWritten = written.find((each) => foldedText(each) === word) ?? word;
    words.push(await findNamed(database, scope, word, asWritten));
  }
  return words;
}

async function findNamed(
  database: Queryable,
  scope: Scope,
  word: string,
  asWritten: string,
): Promise<SearchedWord> {
  const isIn = (name: Sql) => sql`strpos(lower(${name}), ${asWritten}) > 0`;
  const named = await database.query<Named>(
    sql`(select 'user' as kind, u.id from authentication.user_account u
        where authentication.grams_of(u.search_text) @> ${gramsOf(word)}::text[]
          and ${containsWords(sql`u.search_text`, [word])} limit ${maxNamed + 1})
      union all (select 'application', id from authentication.application where ${isIn(sql`name`)} limit ${maxNamed})
      union all (select 'unit', id from authentication.organizational_unit where ${isIn(sql`name`)} limit ${maxNamed})
      union all (select 'identityProvider', id from authentication.identity_provider
        where ${isIn(sql`name`)} limit ${maxNamed})
      union all (select 'token', id from authentication.api_token where ${isIn(sql`description`)} limit ${maxNamed})`,
    'authentication.namedByWord',
  );
  const isCommon = named.filter(({ kind }) => kind === 'user').length > maxNamed;
  const seen = await withinScope(database, scope, isCommon ? named.filter(isNoUser) : named);
  return {
    word,
    isCommon,
    ids: seen.filter(isActor).map(({ id }) => id),
    subjects: seen.map(({ kind, id }) => `${kind}/${id}`),
  };
}

const isNoUser = ({ kind }: Named): boolean => kind !== 'user';
const isActor = ({ kind }: Named): boolean => kind === 'user' || kind === 'application';

/** Only of what the reader may see: a hit tells that the name is there. */
async function withinScope(
  database: Queryable,
  scope: Scope,
  named: readonly Named[],
): Promise<readonly Named[]> {
  if (scope.kind === 'all' || named.length === 0) return named;
  const ids = named.map(({ id }) => id);
  const seen = new Set((await selectReferencesInScope(database, scope, ids)).map(({ id }) => id));
  return named.filter(({ id }) => seen.has(id));
}

/**
 * Whether event `e` has all of the words.
 * @param isIndexed whether the index finds the texts, or the events are looked at one by one
 */
export function hasWords(scope: Scope, words: readonly SearchedWord[], isIndexed: boolean): Sql {
  return join(
    words.map((each) => hasWord(scope, each, isIndexed)),
    ' and ',
  );
}

function hasWord(
  scope: Scope,
  { word, ids, subjects, isCommon }: SearchedWord,
  isIndexed: boolean,
): Sql {
  const isInText = containsWords(sql`e.search_text`, [word]);
  const inText =
    scope.kind !== 'all'
      ? sql`(e.actor_id = ${scope.readerId} and ${isInText})`
      : isIndexed
        ? sql`(authentication.grams_of(e.search_text) @> ${gramsOf(word)}::text[] and ${isInText})`
        : isInText;
  const places = [inText];
  if (ids.length > 0)
    places.push(
      sql`e.actor_id = any(${[...ids]}::uuid[])`,
      sql`e.user_id = any(${[...ids]}::uuid[])`,
    );
  if (subjects.length > 0) places.push(sql`e.subject = any(${[...subjects]}::text[])`);
  if (isCommon)
    places.push(sql`exists (select from authentication.user_account nu
      where nu.id in (e.actor_id, e.user_id) and ${containsWords(sql`nu.search_text`, [word])}
        and ${userInScope(scope, sql`nu.id`)})`);
  return sql`(${join(places, ' or ')})`;
}
