import type { Condition, ConditionOperator } from '@annals/contracts/object-search';
import { typedNumber } from '../../../shared/numbers/typed-number.ts';
import { currentLanguage } from '../../../shared/texts.ts';
import type { ValueKind } from './object-filters.ts';
import type { FilterTexts } from './filters.texts.ts';
import { pathName } from './path-name.ts';

/** How an operator is called for values of a kind: dates are before, numbers are less. */
export function operatorName(op: ConditionOperator, kind: ValueKind, t: FilterTexts): string {
  if (kind === 'date' && (op === 'ge' || op === 'lt')) return t.dateOperators[op];
  return t.operators[op];
}

/** A condition in words: release.cycle is "16". */
export function conditionWords({ path, op, value }: Condition, t: FilterTexts): string {
  const words = `${pathName(path)} ${t.operators[op]}`;
  if (value === undefined) return words;
  if (typeof value === 'boolean') return `${words} ${value ? t.yes : t.no}`;
  if (typeof value === 'string') return `${words} ${t.quoted(value)}`;
  return `${words} ${value === null ? 'null' : typedNumber(value, currentLanguage())}`;
}
