import { isExact } from '@annals/rules/json/decimals';

/** Why a text is not stored as a number. */
export function numberError(plain: string, whole: boolean) {
  if (plain === '') return undefined;
  if (!/^-?\d*\.?\d+(?:[eE][+-]?\d+)?$/.test(plain)) return 'notNumber';
  if (!isExact(plain)) return 'notExact';
  return whole && !Number.isInteger(Number(plain)) ? 'notWhole' : undefined;
}
