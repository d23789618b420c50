// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvRecords, withServiceColumns } from './invitation-csv.ts';

describe('csvRecords', () => {
  it('leaves out empty lines and the byte order mark', () => {
    expect(csvRecords('\uFEFFemail,name\r\n\r\na@b.example,A\n  \nb@b.example,B')).toEqual([
      'email,name',
      'a@b.example,A',
      'b@b.example,B',
    ]);
  });

  it('keeps a line break in quotes, and takes doubled quotes for what they are', () => {
    expect(csvRecords('email,name\n1,"Ada\nLovelace"\n2,"says ""hi"""\n3,"""\n"')).toEqual([
      'email,name',
      '1,"Ada\nLovelace"',
      '2,"says ""hi"""',
      '3,"""\n"',
    ]);
  });
});

describe('withServiceColumns', () => {
  it('takes German headings and those of spreadsheets for what they mean', () => {
    expect(
      withServiceColumns(
        '\uFEFF"E-Mail", Voller Name ,Rollen,Einheit,SPRACHE\r\na@b.example,Rolle',
      ),
    ).toBe('email,name,roles,organizationalUnits,lang\r\na@b.example,Rolle');
  });

  it('leaves everything else as it is', () => {
    for (const csv of ['email,name\na@b.example,A', '', 'Telefon,"a,b"\n1,2', 'constructor\nx'])
      expect(withServiceColumns(csv)).toBe(csv);
  });
});
