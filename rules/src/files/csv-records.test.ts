// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { delimiterOf, recordsOf } from './csv-records.ts';
import { detectEncoding, textOfFile, type TextEncoding } from './text-encoding.ts';

describe('delimiterOf', () => {
  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2,5', ';'],
    ['a\tb, c\n1\t2', '\t'],
    ['Name;"Rest, and, more, of, it"\nx;y\n', ';'],
    ['name,roles\nada,USER;ADMIN\nkonrad,USER;ADMIN', ','],
    ['Nr|Name\n1|a, b', '|'],
    ['sep=;\r\na,b,c;d\r\n', ';'],
    ['email\na@b.example', ','],
    ['1;1,5\n2;2,5', ';'],
    ['Name;Address\nAda;12, St James, London, UK\nKonrad;1, Weg, Bonn, DE', ';'],
    ['Report, for 2024\na;b;c\n1;2;3\n4;5;6', ';'],
    ['# made by hand, on Monday\na;b\n1;2', ';'],
    ['# made by hand, on Monday', ','],
    ['', ','],
  ])('detects for %j the delimiter %j', (text, delimiter) =>
    expect(delimiterOf(text)).toBe(delimiter),
  );
});

it('keeps empty lines as records and stops at an unclosed quote', () => {
  expect(recordsOf('\uFEFFa;b\r\n\r\n"1\n2";3\r\n', ';')).toEqual({
    records: [['a', 'b'], [''], ['1\n2', '3']],
  });
  expect(recordsOf('a\n1\n"2', ',')).toEqual({
    records: [['a'], ['1']],
    problem: expect.any(String),
  });
});

const utf16 = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(big ? bytes.swap16() : bytes);
};

describe('detectEncoding', () => {
  const text = 'Straße;Köln – 漢';
  it.each<[string, Uint8Array, TextEncoding, string]>([
    ['UTF-8', Buffer.from(text), 'utf-8', text],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`), 'utf-8', text],
    ['UTF-16', utf16(`\uFEFF${text}`, false), 'utf-16le', text],
    ['big-endian UTF-16', utf16(`\uFEFF${text}`, true), 'utf-16be', text],
    ['UTF-16 without a byte order mark', utf16(text, false), 'utf-16le', text],
    ['Windows-1252', Uint8Array.of(0x5a, 0x6f, 0xeb), 'windows-1252', 'Zoë'],
    ['ASCII', Buffer.from('abc'), 'utf-8', 'abc'],
    ['an empty file', new Uint8Array(), 'utf-8', ''],
  ])('detects %s', async (_, bytes, encoding, read) => {
    const file = new File([Uint8Array.from(bytes)], 'a.csv');
    expect((await detectEncoding(file)).encoding).toBe(encoding);
    expect(await textOfFile(file)).toBe(read);
  });

  it('reads the whole file', async () => {
    const file = new File(['a'.repeat(300_000), Uint8Array.of(0xe4)], 'a.csv');
    expect(await detectEncoding(file)).toEqual({ encoding: 'windows-1252', isCertain: false });
  });
});
