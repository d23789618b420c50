// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

describe('csvText', () => {
  it('quotes values where needed and ends each row with CRLF', () => {
    expect(
      csvText([
        ['Name', 'Note'],
        ['Ada', 'says "hi", twice\nor more'],
        [null, 3],
      ]),
    ).toBe('Name,Note\r\nAda,"says ""hi"", twice\nor more"\r\n,3\r\n');
  });

  it('escapes cells that a spreadsheet would run as formulas; numbers stay unchanged', () => {
    const rows = [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', -1, 'a=b']];
    expect(csvText(rows)).toBe(`'=1+1,'+1,'-1,'@SUM(A1),'\t=1,' =1,-1,a=b\r\n`);
  });
});
