// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvRecords, withServiceColumns } from './invitation-csv.ts';

describe('csvRecords', () => {
  it('omits empty lines and the byte order mark', () => {
    expect(csvRecords('\uFEFFemail,name\r\n\r\na@b.example,A\n  \nb@b.example,B')).toEqual([
      'email,name',
      'a@b.example,A',
      'b@b.example,B',
    ]);
  });

  it('keeps line breaks in quotes and doubled quotes', () => {
    expect(csvRecords('email,name\n1,"Ada\nLovelace"\n2,"says ""hi"""\n3,"""\n"')).toEqual([
      'email,name',
      '1,"Ada\nLovelace"',
      '2,"says ""hi"""',
      '3,"""\n"',
    ]);
  });
});

describe('withServiceColumns', () => {
  it('translates German and spreadsheet headings to the columns of the service', () => {
    expect(
      withServiceColumns(
        '\uFEFF"E-Mail", Voller Name ,Rollen,Einheit,SPRACHE\r\na@b.example,Rolle',
      ),
    ).toBe('email,name,roles,organizationalUnits,lang\r\na@b.example,Rolle');
  });

  it('leaves everything else unchanged', () => {
    for (const csv of ['email,name\na@b.example,A', '', 'Telefon,"a,b"\n1,2', 'constructor\nx'])
      expect(withServiceColumns(csv)).toBe(csv);
  });
});
