import { shownData, type ComparableVersion } from '@annals/rules/version-diff/diff-versions';
import { isArray, isObject, textWithRemarks } from '../../platform/json-values/json-values.ts';

/**
 * Both versions as JSON texts with the same property order, so that only real changes differ.
 * @param erased the text for an erased value
 */
export function comparableTexts(
  older: ComparableVersion,
  newer: ComparableVersion,
  erased: (receipt: number) => string,
): [string, string] {
  const documents = [older, newer].map(documentOf);
  const rank = new Map<string, number>();
  for (const document of documents) rankNames(document, rank);
  const [left, right] = documents.map((document) =>
    textWithRemarks(orderKeys(document, rank), erased),
  );
  return [left ?? '', right ?? ''];
}

function documentOf(version: ComparableVersion): unknown {
  const { type, references = [], endedDate } = version;
  return {
    ...(type === undefined ? {} : { type }),
    objectData: shownData(version),
    ...(references.length === 0
      ? {}
      : { references: references.map(({ name, timelineId }) => ({ name, timelineId })) }),
    ...(endedDate ? { endedDate } : {}),
  };
}

function rankNames(value: unknown, rank: Map<string, number>): void {
  if (isArray(value)) for (const item of value) rankNames(item, rank);
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(value)) {
    if (!rank.has(name)) rank.set(name, rank.size);
    rankNames(child, rank);
  }
}

function orderKeys(value: unknown, rank: ReadonlyMap<string, number>): unknown {
  if (isArray(value)) return value.map((item) => orderKeys(item, rank));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]): [string, unknown] => [
    name,
    orderKeys(child, rank),
  ]);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (rank.get(one) ?? 0) - (rank.get(other) ?? 0)),
  );
}
