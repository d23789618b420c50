import * as z from 'zod/mini';
import { typeName } from '@annals/contracts/object-version';
import { dateOrders, decimalSigns, listSeparators } from '../tables/column-format.ts';
import { columnTargets, type TableMapping } from '../tables/column-mapping.ts';
import type { Table } from '../tables/table.ts';
import { isTimeZone } from '../time-zone.ts';
import type { ReadingChoices } from './open-data-file.ts';
import { textEncodings } from './text-encoding.ts';

/** One that `Intl` knows: a file from elsewhere can name another, with which no time could be read. */
const zone = z.string().check(z.refine(isTimeZone));

const format = z.union([
  z.strictObject({ type: z.enum(['text', 'boolean', 'json']) }),
  z.strictObject({ type: z.enum(['number', 'integer']), decimal: z.enum(decimalSigns) }),
  z.strictObject({ type: z.literal('date'), order: z.enum(dateOrders) }),
  z.strictObject({ type: z.literal('dateTime'), order: z.enum(dateOrders) }),
  z.strictObject({ type: z.literal('dateTime'), order: z.enum(dateOrders), zone }),
  z.strictObject({
    type: z.literal('list'),
    separator: z.enum(listSeparators),
    items: z.enum(['text', 'number']),
  }),
]);

/**
 * How the files of one kind are imported, as a file of its own. Columns have their names and not their places, because
 * somebody inserts another one.
 */
const savedMapping = z.strictObject({
  kind: z.literal('annals-import-mapping'),
  version: z.literal(1),
  reading: z.strictObject({
    encoding: z.optional(z.enum(textEncodings)),
    delimiter: z.optional(z.string()),
    sheet: z.optional(z.string()),
    headerRow: z.optional(z.int()),
    withoutHidden: z.optional(z.boolean()),
    spreadMerged: z.optional(z.boolean()),
  }),
  type: typeName,
  /** Whether rows change the given fields of their objects and leave the others. */
  changesOnly: z.optional(z.boolean()),
  key: z.union([z.int(), z.literal('content')]),
  columns: z.array(
    z.strictObject({
      column: z.string(),
      to: z.enum(columnTargets),
      name: z.optional(z.string()),
      format: z.optional(format),
    }),
  ),
});
export type SavedMapping = z.infer<typeof savedMapping>;

/** A file that is no mapping, or one of a table with other columns. */
export class WrongMapping extends Error {
  override readonly name = 'WrongMapping';
}

export function saveMapping(
  { header }: Pick<Table, 'header'>,
  { type, key, columns }: TableMapping,
  { reading, changesOnly }: { reading: ReadingChoices; changesOnly: boolean },
): SavedMapping {
  return {
    kind: 'annals-import-mapping',
    version: 1,
    reading,
    type,
    ...(changesOnly ? { changesOnly } : {}),
    key,
    columns: columns.map(({ to, name, format: read }, index) => ({
      column: header[index] ?? '',
      to,
      ...(to === 'field' || to === 'reference' ? { name } : {}),
      ...(to === 'field' ? { format: read } : {}),
    })),
  };
}

/** @throws WrongMapping */
export function readMapping(text: string): SavedMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new WrongMapping('It is not JSON.', { cause });
  }
  const { data, error } = savedMapping.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw new WrongMapping(`${issue?.path.join('.') ?? ''} is not valid.`);
}

/**
 * The mapping of a table with these columns, in whatever order. Columns that it does not know are not imported.
 * @throws WrongMapping if a column is missing
 */
export function applyMapping(
  { header }: Pick<Table, 'header'>,
  { type, key, columns }: SavedMapping,
): { mapping: TableMapping; unknown: readonly string[] } {
  const places = placesOf(header, columns, key);
  const byPlace = new Map(places.map((place, index) => [place, columns[index]]));
  return {
    mapping: {
      type,
      key: key === 'content' ? key : (places[key] ?? 0),
      columns: header.map((_, index) => {
        const { to = 'nothing', name = '', format: read } = byPlace.get(index) ?? {};
        return { to, name, format: read ?? { type: 'text' } };
      }),
    },
    unknown: header.filter((name, index) => name !== '' && !byPlace.has(index)),
  };
}

/** Where each column of the mapping is in the table; of several with one name, in their order. */
function placesOf(
  header: readonly string[],
  columns: SavedMapping['columns'],
  key: SavedMapping['key'],
): number[] {
  const taken = new Set<number>();
  const isNameless = header.every((name) => name === '');
  return columns.map(({ column, to }, index) => {
    const place = isNameless
      ? index
      : header.findIndex((name, at) => name === column && !taken.has(at));
    if (place < 0 || place >= header.length) {
      if (to === 'nothing' && index !== key) return -1 - index;
      throw new WrongMapping(`The file has no column “${column}”.`);
    }
    taken.add(place);
    return place;
  });
}
