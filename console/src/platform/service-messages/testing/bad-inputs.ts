import type * as z from 'zod/mini';

const pool: readonly unknown[] = [
  undefined,
  null,
  '',
  '?',
  'x'.repeat(100_000),
  '2026-02-30T00:00:00Z',
  '00000000-0000-4000-8000-00000000000A',
  '\0',
  '\u202E',
  'a\nb',
  -1,
  1.5,
  1e12,
  Number.NaN,
  true,
  [],
  Array.from({ length: 6_000 }, () => '?'),
  {},
  { unknown: 1 },
];

/**
 * Values that a schema ought to refuse, one for each way of being wrong at each of its places.
 * @param seen schemas that need not be looked into again
 */
export function badInputs(schema: z.core.$ZodType, seen: Set<z.core.$ZodType>): unknown[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod as unknown as { def: Definition };
  switch (def.type) {
    case 'object':
      return [
        ...pool,
        ...Object.entries(def.shape).flatMap(([name, inner]) =>
          badInputs(inner, seen).map((value) => ({ [name]: value })),
        ),
      ];
    case 'array':
      return [...pool, ...badInputs(def.element, seen).map((value) => [value])];
    case 'record':
      return [...pool, ...badInputs(def.valueType, seen).map((value) => ({ name: value }))];
    case 'union':
      return def.options.flatMap((option) => badInputs(option, seen));
    case 'pipe':
      return [...badInputs(def.in, seen), ...badInputs(def.out, seen)];
    case 'optional':
    case 'nullable':
    case 'default':
      return badInputs(def.innerType, seen);
    default:
      return [...pool];
  }
}

type Definition =
  | { type: 'object'; shape: Record<string, z.core.$ZodType> }
  | { type: 'array'; element: z.core.$ZodType }
  | { type: 'record'; valueType: z.core.$ZodType }
  | { type: 'union'; options: z.core.$ZodType[] }
  | { type: 'pipe'; in: z.core.$ZodType; out: z.core.$ZodType }
  | { type: 'optional' | 'nullable' | 'default'; innerType: z.core.$ZodType }
  | { type: 'other' };
