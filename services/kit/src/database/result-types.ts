import pg from 'pg';

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  int8Array: 1016,
  textArray: 1009,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
};

const withSixDigits = '2026-01-02 03:04:05.000006+00';

/** `2026-01-02 03:04:05.000006+00`, as PostgreSQL writes it in UTC, as RFC 3339 with all six digits. */
function rfc3339(text: string): string {
  // Most have six digits and a year of four: an expression would take longer than the rest of a row.
  if (text.length === withSixDigits.length && text[10] === ' ' && text.endsWith('+00'))
    return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const match = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  // infinity and years BC cannot be written in RFC 3339
  if (match === null) return text;
  const [, year, month, day, time, fraction = ''] = match;
  return `${year}-${month}-${day}T${time}.${fraction.padEnd(6, '0')}Z`;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The bigint ${text} is beyond 2^53 and would lose digits.`);
  return value;
}

const asIs = (text: string): string => text;
const texts = pg.types.getTypeParser(oid.textArray, 'text');

function arrayOf(element: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    const items: unknown = texts(text);
    return Array.isArray(items)
      ? items.map((item: unknown) => (typeof item === 'string' ? element(item) : item))
      : items;
  };
}

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, safeInteger],
  [oid.date, asIs],
  [oid.timestamp, asIs],
  [oid.timestamptz, rfc3339],
  [oid.int8Array, arrayOf(safeInteger)],
  [oid.dateArray, arrayOf(asIs)],
  [oid.timestampArray, arrayOf(asIs)],
  [oid.timestamptzArray, arrayOf(rfc3339)],
]);

/** How values of the database become JavaScript values, the same on both databases. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : parsers.get(type);
    return own ?? pg.types.getTypeParser(type, format);
  },
};
