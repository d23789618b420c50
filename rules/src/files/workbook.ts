import type { Cell as WorkbookCell, CellValue, Sheet } from 'hucre/xlsx';
import type { Cell } from '../tables/table.ts';
import type { Grid, GridRow } from './grid.ts';
import { cutNumber, exceedsSpreadsheet } from './spreadsheet-numbers.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The names of files that Excel, LibreOffice and Numbers write. */
export const isWorkbookName = (name: string): boolean => /\.(?:xls[bmx]?|ods|numbers)$/i.test(name);

export interface SheetName {
  readonly name: string;
  /** Hidden by the workbook. */
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly SheetName[];
  /**
   * @param onRows called with each thousand rows that were found
   * @throws UnreadableFile
   */
  readonly read: (sheet: string, onRows: (rows: number) => void) => Promise<SheetGrid>;
}

export interface SheetGrid extends Grid {
  /** Cells with a number of more digits than a spreadsheet keeps, which are errors in the grid. */
  readonly cutNumbers: number;
}

/** What a workbook may become in memory. A few kilobytes can claim gigabytes, or a million empty rows. */
const maxUnpackedBytes = 200_000_000;
const maxEntries = 10_000;
const maxCells = 5_000_000;

/**
 * Reads the list of sheets, and each sheet when it is asked for.
 * @throws UnreadableFile
 */
export async function openWorkbook(bytes: Uint8Array): Promise<Workbook> {
  requireXlsx(bytes);
  const { readXlsx } = await import('hucre/xlsx');
  const sheets: SheetName[] = [];
  await understood(
    readXlsx(bytes, {
      // Its filter sees every sheet and lets none be parsed.
      sheets: ({ name, hidden, veryHidden }) => {
        sheets.push({ name, isHidden: Boolean(hidden || veryHidden) });
        return false;
      },
    }),
  );
  return { sheets, read: async (sheet, onRows) => readSheet(bytes, sheet, onRows) };
}

async function readSheet(
  bytes: Uint8Array,
  name: string,
  onRows: (rows: number) => void,
): Promise<SheetGrid> {
  const { cellRef, readXlsx } = await import('hucre/xlsx');
  const { formatValue } = await import('hucre');
  const { width, height } = await measure(bytes, name, onRows);
  if (height === 0) throw new UnreadableFile('emptySheet', { why: name });
  const range = `A1:${cellRef(height - 1, width - 1)}`;
  const { sheets, dateSystem } = await understood(
    readXlsx(bytes, { sheets: [name], readStyles: true, range }),
  );
  const [sheet] = sheets;
  if (!sheet) throw new UnreadableFile('noSheet', { why: name });
  return gridOf(sheet, { format: formatValue, isFrom1904: dateSystem === '1904' });
}

/**
 * The columns of a sheet, and its rows down to the last one with a value: programs declare a million empty rows. The
 * reader makes all rows as wide as the widest before it looks at its limit, so they are counted first, one at a time.
 */
async function measure(
  bytes: Uint8Array,
  sheet: string,
  onRows: (rows: number) => void,
): Promise<{ width: number; height: number }> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  let width = 0;
  let height = 0;
  const rows = streamXlsxRows(bytes, { sheet });
  for (;;) {
    const { done, value: row } = await understood(rows.next());
    if (done) return { width, height };
    width = Math.max(width, row.values.length);
    if (row.values.some((value) => value !== null)) height = Math.max(height, row.index + 1);
    if (row.index % 1000 === 999) onRows(height);
    if (width * height > maxCells) {
      await rows.return(undefined);
      throw new UnreadableFile('largeWorkbook', { most: maxCells / 1_000_000 });
    }
  }
}

async function understood<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableFile('brokenWorkbook', { why }, { cause });
  }
}

/** How the numbers of a workbook are shown, and whether its days are counted from 1904. */
interface Notation {
  readonly format: (value: unknown, format: string) => string;
  readonly isFrom1904: boolean;
}

function gridOf({ name, rows, cells, rowDefs, merges }: Sheet, notation: Notation): SheetGrid {
  let cutNumbers = 0;
  const grid: GridRow[] = [];
  for (const [index, values] of rows.entries()) {
    const read = values.map((value, column): Cell => {
      const details = cells?.get(`${index},${column}`);
      if (details === undefined && (value === null || typeof value === 'string'))
        return value ?? '';
      const cell = cellOf(value, details, notation);
      if (typeof cell === 'object' && cell.type === 'error' && cell.value === cutNumber)
        cutNumbers += 1;
      return cell;
    });
    const end = read.findLastIndex((cell) => cell !== '');
    if (!read.some((cell) => typeof cell === 'object' || cell.trim() !== '')) continue;
    grid.push({
      number: index + 1,
      cells: read.slice(0, end + 1),
      ...(rowDefs?.get(index)?.hidden ? { isHidden: true } : {}),
    });
  }
  const merged = (merges ?? []).map(({ startRow, startCol, endRow, endCol }) => ({
    firstRow: startRow + 1,
    lastRow: endRow + 1,
    firstColumn: startCol,
    lastColumn: endCol,
  }));
  return { name, rows: grid, merged, cutNumbers };
}

function cellOf(value: CellValue, details: WorkbookCell | undefined, notation: Notation): Cell {
  const written = details?.style?.numFmt ?? 'General';
  if (details?.type === 'error') {
    const text = String(value);
    return { type: 'error', value: text, shown: text };
  }
  if (value === null) {
    // A program that computes nothing has written the formula without its result.
    if (details?.formula === undefined) return '';
    const text = `=${details.formula}`;
    return { type: 'error', value: text, shown: text };
  }
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean')
    return { type: 'boolean', value, shown: value ? 'TRUE' : 'FALSE' };
  if (value instanceof Date) return dateCell(value, written, notation);
  // No spreadsheet has it; a program has written a number that is too large for one.
  if (!Number.isFinite(value)) return { type: 'error', value: '#NUM!', shown: '#NUM!' };
  if (exceedsSpreadsheet(value)) return { type: 'error', value: cutNumber, shown: String(value) };
  return { type: 'number', value, shown: shownBy(notation, value, written) ?? String(value) };
}

/** Without what is text in a number format. */
const plainFormat = (written: string): string =>
  written.replaceAll(/"[^"]*"|\\.|\[[^hms\]][^\]]*\]/gi, '').toLowerCase();

/** What a number format has besides digits, signs and the parts of a date: General, the era and the year of Buddhists. */
const unknownTokens = /e(?![+-])|(?![ymdhse])\p{L}/u;

/** What a spreadsheet shows; undefined if the format has parts that the library would show as letters. */
function shownBy({ format }: Notation, value: number | Date, written: string): string | undefined {
  const tokens = plainFormat(written).replaceAll(/[_*].|am\/pm|a\/p/g, '');
  return unknownTokens.test(tokens) ? undefined : format(value, written).trim();
}

const dayMs = 86_400_000;
/** The days that the reader gives to a time without one, and those that a spreadsheet shows. */
const zeroDay = Date.UTC(1899, 11, 31);
const zeroDayOf1904 = Date.UTC(1904, 0, 1);
const firstDay = Date.UTC(1900, 0, 1);
const endOfDays = Date.UTC(10_000, 0, 1);

function dateCell(value: Date, written: string, notation: Notation): Cell {
  const tokens = plainFormat(written);
  const rounded = new Date(roundedToSecond(value.getTime()));
  const hasTime = /[hs]/.test(tokens);
  const hasDay = /[yd]/.test(tokens) || (tokens.includes('m') && !hasTime);
  const sinceZero = rounded.getTime() - (notation.isFrom1904 ? zeroDayOf1904 : zeroDay);
  const days = sinceZero / dayMs;
  // A duration is no time of a day: its days count hours.
  if (!hasDay && (tokens.includes('[') || days < 0))
    return { type: 'number', value: days, shown: shownBy(notation, days, written) ?? String(days) };
  // A spreadsheet shows signs instead of a day outside of its calendar, so it is a number with the wrong format.
  const isOutside = rounded.getTime() < firstDay || rounded.getTime() >= endOfDays;
  if (hasDay && isOutside) {
    const serial = serialOf(days, notation);
    return { type: 'number', value: serial, shown: String(serial) };
  }
  const iso = rounded.toISOString().replace(/(?:\.000)?Z$/, '');
  const [day = '', time = ''] = iso.split('T');
  const isDay = !hasTime && time === '00:00:00';
  const read = !hasDay && days < 1 ? time : isDay ? day : iso;
  return { type: 'date', value: read, shown: shownBy(notation, value, written) ?? read };
}

/** The 29 February 1900, which spreadsheets count, was no day. */
const serialOf = (days: number, { isFrom1904 }: Notation): number =>
  !isFrom1904 && days > 59 ? days + 1 : days;

/** Serial numbers of times are fractions that no double holds: 12:30 is 0.5208333333. */
function roundedToSecond(milliseconds: number): number {
  const seconds = Math.round(milliseconds / 1000) * 1000;
  return Math.abs(milliseconds - seconds) <= 1 ? seconds : milliseconds;
}

/** Whether it starts as a workbook of any Excel does, whatever it is called. */
export const isWorkbookContent = (start: Uint8Array): boolean =>
  start.length >= 8 &&
  [signatures.zip, signatures.compound].includes(
    new DataView(start.buffer, start.byteOffset).getUint32(0),
  );

const signatures = { zip: 0x504b0304, emptyZip: 0x504b0506, compound: 0xd0cf11e0 };
const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * Looks at the directory of the archive before anything is unpacked. The reader unpacks no more of an entry than it
 * declares here.
 */
function requireXlsx(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new UnreadableFile('empty');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length < 4 ? 0 : view.getUint32(0);
  if (start === signatures.compound)
    throw new UnreadableFile(isEncrypted(bytes) ? 'protectedWorkbook' : 'oldWorkbook');
  if (start !== signatures.zip && start !== signatures.emptyZip)
    throw new UnreadableFile('otherWorkbook');
  const names = entriesOf(view);
  if (!names.some((name) => /(?:^|\/)workbook\.xml$/i.test(name)))
    throw new UnreadableFile('otherWorkbook');
}

/** The names in the directory of an archive. */
function entriesOf(view: DataView): string[] {
  const broken = (why: string) => new UnreadableFile('brokenWorkbook', { why });
  const tooLarge = () => new UnreadableFile('largeWorkbook', { most: maxCells / 1_000_000 });
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== endOfDirectory) end -= 1;
  if (end < 0) throw broken('It is cut off.');
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw tooLarge();
  const names: string[] = [];
  let total = 0;
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== directoryEntry)
      throw broken('Its list of files is damaged.');
    const packed = view.getUint32(at + 20, true);
    const unpacked = view.getUint32(at + 24, true);
    total += unpacked;
    // Content that declares no size would be unpacked without a limit.
    if (total > maxUnpackedBytes || (unpacked === 0 && packed > 2)) throw tooLarge();
    const nameLength = view.getUint16(at + 28, true);
    const name = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
    names.push(new TextDecoder().decode(name));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

/** Whether a compound file contains an encrypted workbook, by the name of its stream. */
function isEncrypted(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1));
  return text.includes('EncryptedPackage');
}
