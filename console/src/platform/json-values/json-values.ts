import { writeJson } from '@annals/rules/json/raw-json';
import { isArray, isObject, RedactedValue } from '@annals/rules/json-values';

export {
  escapeToken,
  isArray,
  isObject,
  pointerTokens,
  RedactedValue,
  sameJson,
  type JsonObject,
} from '@annals/rules/json-values';

/** Pretty-printed with two spaces, as in the JSON views. */
export function jsonText(value: unknown): string {
  return writeJson(value, 2) ?? 'null';
}

/** Like `jsonText`, with a comment at each erased value: for display, no longer valid JSON. */
export function textWithRemarks(
  value: unknown,
  remark: (receipt: number) => string,
  indent = '',
): string {
  if (value instanceof RedactedValue) return `null /* ${remark(value.receipt)} */`;
  const inner = `${indent}  `;
  const list = isArray(value);
  const parts = list
    ? value.map((item) => textWithRemarks(item, remark, inner))
    : isObject(value)
      ? Object.entries(value).map(
          ([name, item]) => `${JSON.stringify(name)}: ${textWithRemarks(item, remark, inner)}`,
        )
      : [];
  if (parts.length === 0) return jsonText(value);
  const [open, close] = list ? '[]' : '{}';
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
