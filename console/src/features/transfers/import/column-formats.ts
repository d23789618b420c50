import {
  type ColumnFormat,
  dateOrders,
  decimalSigns,
  formatKey,
  listSeparators,
} from '@annals/rules/tables/column-format';
import { browserZone } from '../../../platform/time/browser-zone.ts';

export const columnTypes = [
  'text',
  'number',
  'integer',
  'boolean',
  'date',
  'dateTime',
  'list',
  'json',
] as const satisfies readonly ColumnFormat['type'][];

/** The time zones that are offered: as written, of this browser, and UTC. */
const zones = (): (string | undefined)[] => [...new Set([undefined, browserZone(), 'UTC'])];

/** All formats of its type, with one that is not offered otherwise, such as another time zone. */
export function formatsOf(format: ColumnFormat): readonly ColumnFormat[] {
  const formats = ofType(format.type);
  return formats.some((one) => formatKey(one) === formatKey(format))
    ? formats
    : [format, ...formats];
}

/** All formats of all types, in the order of the types, with one that is not offered otherwise. */
export const allFormats = (format: ColumnFormat): readonly ColumnFormat[] =>
  columnTypes.flatMap((type) => (type === format.type ? formatsOf(format) : ofType(type)));

/** The first format of a type that has what a format of another type says, such as the decimal sign. */
export function withType(format: ColumnFormat, type: ColumnFormat['type']): ColumnFormat {
  const [first = { type: 'text' }, ...others] = ofType(type);
  const how = new Map(Object.entries(format));
  const isAlike = (one: ColumnFormat) =>
    Object.entries(one).every(
      ([name, value]) => name === 'type' || !how.has(name) || how.get(name) === value,
    );
  return [first, ...others].find(isAlike) ?? first;
}

function ofType(type: ColumnFormat['type']): readonly ColumnFormat[] {
  switch (type) {
    case 'number':
    case 'integer':
      return decimalSigns.map((decimal) => ({ type, decimal }));
    case 'date':
      return dateOrders.map((order) => ({ type, order }));
    case 'dateTime':
      return dateOrders.flatMap((order) =>
        zones().map((zone) => (zone === undefined ? { type, order } : { type, order, zone })),
      );
    case 'list':
      return listSeparators.flatMap((separator) =>
        (['text', 'number'] as const).map((items) => ({ type, separator, items })),
      );
    case 'text':
    case 'boolean':
    case 'json':
      return [{ type }];
  }
}
