import { isExact } from '@annals/rules/json/decimals';
import { RawJson } from '@annals/rules/json/raw-json';

/** The text of an id, which some services number, also beyond the integers that a double holds. */
export function idText(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  if (id instanceof RawJson)
    return /^\d+$/.test(id.text) || !isExact(id.text) ? id.text : String(Number(id.text));
  return typeof id === 'string' ? id : undefined;
}
