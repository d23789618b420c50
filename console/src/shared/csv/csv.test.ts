// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

describe('csvText', () => {
  it('quotes what needs it and ends each row with CRLF', () => {
    expect(
      csvText([
        ['Name', 'Note'],
        ['Ada', 'says "hi", twice\nor more'],
        [null, 3],
      ]),
    ).toBe('Name,Note\r\nAda,"says ""hi"", twice\nor more"\r\n,3\r\n');
  });

  it('lets no spreadsheet run a text, and leaves numbers alone', () => {
    const rows = [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', -1, 'a=b']];
    expect(csvText(rows)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\t=1,' =1,-1,a=b\r\n`);
  });
});
