import { say } from '@annals/contracts/messages';
import { searchText } from '@annals/contracts/object-search';
import { decodeCursor, encodeCursor, isId, isSequence, type Check } from '@annals/kit/lists/paging';
import type { Mount } from '@annals/kit/mount';
import { badRequest } from '@annals/kit/problem';
import { bytesOfPage, jsonPage, pageOfFound, responseOf } from '@annals/kit/lists/page-bytes';
import { asOfOf, type AsOf } from '../versions/as-of.sql.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import { versionsInOrder } from './as-of-scan.sql.ts';
import { idIn } from '../versions/version-texts.sql.ts';
import { queryOf } from './query.ts';
import { searchPhrasesOf } from './search-phrases.ts';
import { highlightsOf, type Highlight } from './highlights.ts';
import { rankAsOf, rankNow, type Ranking } from './ranking.ts';
import type { SearchContext, SearchLimits } from './search-limits.ts';
import type { Ranked } from './search-text.sql.ts';
import { Steps } from './steps.ts';

const isRank: Check = (part) => typeof part === 'number' && part >= 0;
const maxSequence = Number.MAX_SAFE_INTEGER;

/** The start of a page: within the results that are ranked together, or after them. */
interface PagePosition {
  /** The first version number, or as of a moment the timeline, of what is ranked together. */
  start: string | number;
  /** The version number below which nothing is ranked together with these; 0 if it is unknown, or for none. */
  end: number;
  /** The number of matches in what was ranked before. */
  before: number;
  /** Continue after this one. */
  rank: number;
  seq: number;
}

export function mountSearchText(mount: Mount, limits: SearchLimits): void {
  mount(searchText, async ({ params: { partitionId }, query, queryable, signal, steps: turns }) => {
    const context: SearchContext = { limits, signal };
    const asked = queryOf(query.query, 'words', 'query.query');
    const field = asked ? 'query.query' : 'query.text';
    const phrases = searchPhrasesOf(asked ?? { text: query.text }, field);
    if (!phrases || phrases.anyOf.length === 0)
      throw badRequest(say('nothingToSearch'), [{ path: field, ...say('enterLetterOrDigit') }]);
    const type = query.type ?? asked?.type;
    const asOf = asOfOf(query);
    const list = asOf === undefined ? 'searchText' : 'searchTextAsOf';
    const position = positionOf(list, query.cursor, asOf);
    const ranking: Ranking =
      asOf === undefined
        ? await rankNow(
            queryable,
            partitionId,
            { phrases, type, upTo: Number(position.start), downTo: position.end },
            context,
          )
        : await rankAsOf(
            queryable,
            partitionId,
            { phrases, type, asOf, below: String(position.start) },
            context,
          );

    const left = ranking.ranked
      .sort(bestFirst)
      .filter((one) => bestFirst(one, position) > 0)
      .slice(0, query.pageSize + 1);
    const ranks = new Map(left.map(({ seq, rank }) => [seq, rank]));
    const rows = await versionsInOrder(
      queryable,
      partitionId,
      left.map(({ seq }) => seq),
      { pageSize: query.pageSize, bytes: bytesOfPage({}) },
    );
    const steps = new Steps(signal, turns);
    const highlights = new Map<number, Highlight[]>();
    for (const { seq, json } of rows) {
      const { objectData } = JSON.parse(json) as { objectData: Record<string, unknown> };
      highlights.set(seq, await highlightsOf(objectData, phrases, steps));
    }
    const end = asOf === undefined ? Number(ranking.rest ?? 0) : 0;
    const page = jsonPage(
      pageOfFound(
        rows,
        query,
        ({ seq, json }) =>
          `{"object":${json},"rank":${ranks.get(seq) ?? 0},"highlights":${JSON.stringify(highlights.get(seq) ?? [])}}`,
        ({ seq }) =>
          encodeCursor(list, ranking.start, end, position.before, ranks.get(seq) ?? 0, seq),
      ),
    );
    const found = position.before + ranking.ranked.length;
    const answer = {
      ...page,
      versionIds: () => rows.map(({ json }) => idIn(json)),
      facets: facetsOf(ranking.ofAllTypes),
      total: { value: found, estimate: ranking.rest !== undefined },
    };
    if (page.hasMore || ranking.rest === undefined) return responseOf(answer);
    return responseOf({
      ...answer,
      nextCursor: encodeCursor(list, ranking.rest, 0, found, maxSequence, maxSequence),
      hasMore: true,
    });
  });
}

function positionOf(
  list: string,
  cursor: string | undefined,
  asOf: AsOf | undefined,
): PagePosition {
  const checks = [
    asOf === undefined ? isSequence : isId,
    isSequence,
    isSequence,
    isRank,
    isSequence,
  ];
  const [start, end, before, rank, seq] = decodeCursor(list, cursor, checks) ?? [
    asOf === undefined ? maxSequence : lastIdUntil(asOf.moment),
    0,
    0,
    maxSequence,
    maxSequence,
  ];
  return {
    start: start ?? maxSequence,
    end: Number(end),
    before: Number(before),
    rank: Number(rank),
    seq: Number(seq),
  };
}

type Rank = Pick<Ranked, 'rank' | 'seq'>;
/** With equal rank the newer one first. */
const bestFirst = (left: Rank, right: Rank) => right.rank - left.rank || right.seq - left.seq;

function facetsOf(ranked: Ranked[]): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { type } of ranked) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((left, right) => right.count - left.count || (left.type < right.type ? -1 : 1));
}
