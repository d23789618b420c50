import { foldedText } from '@annals/rules/folded-text';
import type { Condition } from '@annals/contracts/object-search';

/** A naive evaluation of a condition, to compare the database with. */
export function conditionHolds(objectData: unknown, { path, op, value }: Condition): boolean {
  let found: unknown[] = [objectData];
  for (const name of path.slice(1).split('/')) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    found = opened(found).flatMap((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && Object.hasOwn(item, key)
        ? [item[key as never]]
        : [],
    );
  }
  if (op === 'exists') return found.length > 0;
  if (op === 'absent') return found.length === 0;
  const values = opened(found);
  if (op === 'eq') return values.includes(value);
  if (op === 'ne') return !values.includes(value);
  return values.some((one) => compares(one, op, value));
}

const opened = (items: unknown[]): unknown[] =>
  items.flatMap((item): unknown[] => (Array.isArray(item) ? item : [item]));

function compares(one: unknown, op: Condition['op'], value: Condition['value']): boolean {
  if (typeof one === 'string' && typeof value === 'string') {
    if (op === 'contains') return foldedText(one).includes(foldedText(value));
    if (op === 'startsWith') return foldedText(one).startsWith(foldedText(value));
    return isOrdered(byCodePoints(one, value), op);
  }
  return (
    typeof one === 'number' && typeof value === 'number' && isOrdered(Math.sign(one - value), op)
  );
}

const isOrdered = (order: number, op: Condition['op']) =>
  ({ lt: order < 0, le: order <= 0, gt: order > 0, ge: order >= 0 })[op as 'lt'];

function byCodePoints(left: string, right: string): number {
  return Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)));
}
