import type { Condition } from '@annals/contracts/object-search';

const signs = { eq: '==', ne: '==', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * The SQL/JSON path that finds in objectData what a condition is about: for `ne` and `absent` what must not be there,
 * for `contains` and `startsWith` the texts to look at. In lax mode, as it is here, an array on the way stands for its
 * elements.
 * @param within names above objectData, where that is part of more
 */
export function jsonPathOf({ path, op, value }: Condition, within: readonly string[] = []): string {
  const place = ['$', ...[...within, ...namesOf(path)].map((name) => JSON.stringify(name))].join(
    '.',
  );
  if (op === 'exists' || op === 'absent') return place;
  if (op === 'contains' || op === 'startsWith') return `${place} ? (@.type() == "string")`;
  // an array within an array would be opened once more
  return `${place} ? (@.type() != "array" && @ ${signs[op]} ${JSON.stringify(value)})`;
}

/** The names in a JSON Pointer. */
const namesOf = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
