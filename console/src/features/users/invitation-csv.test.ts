// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { csvRecords } from './invitation-csv.ts';

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
