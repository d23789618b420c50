import type { SchemaError } from './schema-errors.ts';
import type { useSchemaFormTexts } from './schema-form.texts.ts';

/** The message of a validation error. */
export function errorText(
  { keyword, asked }: SchemaError,
  t: ReturnType<typeof useSchemaFormTexts>,
): string {
  const types: Readonly<Record<string, string>> = t.types;
  const formats: Readonly<Record<string, string>> = t.formats;
  const number = typeof asked === 'number' ? asked : Number.NaN;
  switch (keyword) {
    case 'required':
      return t.required;
    case 'type':
      return t.type(
        (Array.isArray(asked) ? (asked as unknown[]) : [asked])
          .map((type) => types[String(type)] ?? String(type))
          .join(t.or),
      );
    case 'enum':
    case 'const':
      return t.oneOfThese;
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'multipleOf':
    case 'minItems':
    case 'maxItems':
      return t[keyword](number);
    case 'exclusiveMinimum':
      return t.moreThan(number);
    case 'exclusiveMaximum':
      return t.lessThan(number);
    case 'pattern':
      return t.pattern(String(asked));
    case 'format':
      return t.format(formats[String(asked)] ?? String(asked));
    case 'uniqueItems':
      return t.uniqueItems;
    case 'false':
      return t.notAllowed;
    case 'anyOf':
    case 'oneOf':
      return t.fitsNone;
    default:
      return t.breaks(keyword);
  }
}
