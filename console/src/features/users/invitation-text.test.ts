// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { writeWorkbook } from '@annals/rules/files/write-workbook';
import { textOfInvitations } from './invitation-text.ts';

const workbook = async (name: string): Promise<File> => {
  const head = ['E-Mail', 'Name', 'Rollen'];
  const rows = [
    ['ada@example.org', 'Lovelace, Ada', 'Prüfer'],
    [null, null, null],
    ['a"b@example.org', 'Konrad', 7],
  ];
  return new File([new Uint8Array(await writeWorkbook('Team', head, rows))], name);
};
const table =
  'E-Mail,Name,Rollen\r\nada@example.org,"Lovelace, Ada",Prüfer\r\n\r\n"a""b@example.org",Konrad,7';

it.each(['team.xlsx', 'TEAM.XLSX', 'team.csv'])(
  'reads the workbook %s as its sheet, with the numbers of its rows',
  async (name) => {
    expect(await textOfInvitations(await workbook(name))).toBe(table);
  },
);

it.each<[string, number[], string]>([
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, 0xc3, 0xb6], 'ö'],
  ['Windows-1252, as Excel on Windows writes it', [0x4a, 0xf6, 0x72, 0x67], 'Jörg'],
  ['UTF-16, as “Unicode text” of Excel is', [0xff, 0xfe, 0xf6, 0x00], 'ö'],
])('reads text in %s', async (_, bytes, expected) => {
  const text = await textOfInvitations(new File([new Uint8Array(bytes)], 'team.csv'));
  expect(text.replace('\uFEFF', '')).toBe(expected);
});

it.each<[string, number[]]>([
  ['team.xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['team.xlsx', [0x50, 0x4b, 3, 4, 0, 0]],
  ['team.ods', [0x50, 0x4b, 3, 4, 0, 0]],
])('refuses %s, which is no workbook that it reads', async (name, bytes) => {
  await expect(textOfInvitations(new File([new Uint8Array(bytes)], name))).rejects.toThrow(
    /workbook/,
  );
});
