import type { JsonFlaw } from '../json/strict-json.ts';

/** Why no table and no rows can be read from a file. Each name is a sentence in the console and one in the command. */
export type FileFlaw =
  | 'empty'
  | 'emptyGzip'
  | 'brokenGzip'
  | 'tooLarge'
  | 'brokenWorkbook'
  | 'protectedWorkbook'
  | 'oldWorkbook'
  | 'otherWorkbook'
  | 'largeWorkbook'
  | 'noSheet'
  | 'emptySheet'
  | 'brokenCsv'
  | 'brokenJson'
  | 'otherEncoding'
  | 'noRecords';

/** What is wrong in a JSON file between its values, where no parser says it. */
export type JsonFault = 'noValue' | 'noComma' | 'lastComma' | 'remark' | 'notClosed' | 'more';

export interface FlawDetails {
  /** The row or line from which on nothing can be read. */
  readonly row?: number;
  /** What the parser said, or what is missing. */
  readonly why?: string;
  /** Instead of `why`, with a sentence for each in both languages. */
  readonly fault?: JsonFault;
  /** What cannot be stored as it is written, instead of `why`. */
  readonly flaw?: JsonFlaw;
  /** The limit, in megabytes or cells. */
  readonly most?: number;
}

const faults: Readonly<Record<JsonFault, string>> = {
  noValue: 'No value starts here.',
  noComma: 'A comma is missing between two elements.',
  lastComma: 'A comma follows the last element of the list. Remove it.',
  remark: 'JSON has no comments. Remove them.',
  notClosed: 'The list is not closed.',
  more: 'Something follows after the list.',
};

const sentences: Readonly<Record<FileFlaw, (details: FlawDetails) => string>> = {
  empty: () => 'The file is empty.',
  emptyGzip: () => 'The compressed file contains nothing.',
  brokenGzip: () =>
    'The file is no complete gzip file. It may have been cut off: download or create it again.',
  tooLarge: ({ most }) => `A table can have at most ${most} MB. Split the file.`,
  brokenWorkbook: ({ why }) => `The file is no readable Excel workbook: ${why}`,
  protectedWorkbook: () =>
    'The workbook is protected with a password. Save it without the password.',
  oldWorkbook: () => 'This is a workbook of Excel 97 to 2003 (.xls). Save it as .xlsx or CSV.',
  otherWorkbook: () => 'This is no .xlsx workbook. Save it as .xlsx or CSV.',
  largeWorkbook: ({ most }) =>
    `The workbook is larger than ${most} million cells or 200 MB when unpacked. Split it, or save the sheet as CSV.`,
  noSheet: ({ why }) => `The workbook has no sheet “${why}”.`,
  emptySheet: ({ why }) => `The sheet “${why}” is empty.`,
  brokenCsv: ({ row, why }) => `The file cannot be read from row ${row} on: ${why}`,
  brokenJson: ({ row, why, fault }) =>
    `The file is not valid JSON, line ${row}: ${fault ? faults[fault] : (why ?? '')}`,
  otherEncoding: () => 'The file is not in UTF-8, in which JSON is written. Save it in UTF-8.',
  noRecords: () => 'The JSON in the file is no list of objects.',
};

/** A file that cannot be read at all, unlike one with invalid rows. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly flaw: FileFlaw;
  readonly details: FlawDetails;

  constructor(flaw: FileFlaw, details: FlawDetails = {}, options?: ErrorOptions) {
    super(sentences[flaw](details), options);
    this.flaw = flaw;
    this.details = details;
  }
}
