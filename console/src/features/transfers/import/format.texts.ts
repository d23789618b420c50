import type { ColumnFormat } from '@annals/rules/tables/column-format';
import { texts } from '../../../platform/texts.ts';

const numbers = { '.': '1,234.56', ',': '1.234,56' };
const wholes = { '.': '1,234', ',': '1.234' };

const zoneName = (zone: string) => zone.replaceAll('_', ' ');

interface FormatWords {
  orders: Readonly<Record<'ymd' | 'dmy' | 'mdy' | 'serial', string>>;
  separators: Readonly<Record<',' | ';' | '|' | '\n', string>>;
  items: Readonly<Record<'text' | 'number', string>>;
  zone: (zone: string) => string;
}

function nameOf(format: ColumnFormat, { orders, separators, items, zone }: FormatWords): string {
  switch (format.type) {
    case 'number':
      return numbers[format.decimal];
    case 'integer':
      return wholes[format.decimal];
    case 'date':
      return orders[format.order];
    case 'dateTime':
      return format.zone === undefined
        ? orders[format.order]
        : `${orders[format.order]}, ${zone(zoneName(format.zone))}`;
    case 'list':
      return `${separators[format.separator]}, ${items[format.items]}`;
    case 'text':
    case 'boolean':
    case 'json':
      return '';
  }
}

const orders = { ymd: '2024-12-31', dmy: '31.12.2024, 31/12/2024', mdy: '12/31/2024' };

const english: FormatWords = {
  orders: { ...orders, serial: 'Days as Excel counts' },
  separators: { ',': 'Commas', ';': 'Semicolons', '|': 'Vertical bars', '\n': 'Line breaks' },
  items: { text: 'texts', number: 'numbers' },
  zone: (zone) => `clock of ${zone}`,
};

const german: FormatWords = {
  orders: { ...orders, serial: 'Tage, wie Excel zählt' },
  separators: { ',': 'Kommas', ';': 'Semikolons', '|': 'Senkrechte Striche', '\n': 'Umbrüche' },
  items: { text: 'Texte', number: 'Zahlen' },
  zone: (zone) => `Uhrzeit ${zone}`,
};

const englishTypes = {
  text: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'True or false',
  date: 'Date',
  dateTime: 'Date and time',
  list: 'List',
  json: 'JSON',
};

const germanTypes = {
  text: 'Text',
  number: 'Zahl',
  integer: 'Ganze Zahl',
  boolean: 'Wahr oder falsch',
  date: 'Datum',
  dateTime: 'Datum und Uhrzeit',
  list: 'Liste',
  json: 'JSON',
};

/** The names of formats are put together from words of the language. */
const namesWith = (types: typeof englishTypes, words: FormatWords) => {
  const formatName = (format: ColumnFormat): string => nameOf(format, words);
  const wholeName = (format: ColumnFormat): string =>
    `${types[format.type]} ${nameOf(format, words)}`.trim();
  return { formatName, wholeName };
};

/** Texts about the type of a column and how its values are written. */
export const useFormatTexts = texts({
  en: {
    types: englishTypes,
    writtenAs: 'Written as',
    ...namesWith(englishTypes, english),
    meaning: (example: string) => `${example} means`,
    becomes: (cell: string, value: string) => `${cell} becomes ${value}`,
    choose: 'Choose what it means.',
  },
  de: {
    types: germanTypes,
    writtenAs: 'Schreibweise',
    ...namesWith(germanTypes, german),
    meaning: (example: string) => `${example} bedeutet`,
    becomes: (cell: string, value: string) => `${cell} wird ${value}`,
    choose: 'Wähle, was gemeint ist.',
  },
});
