// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type FileRow, fileRows } from './file-rows.ts';
import { quietly } from './reading/quietly.testing.ts';

/** A file that arrives in chunks of a few bytes, so that lines and characters are split. */
function fileOf(name: string, text: string, pieceBytes = 7): File {
  const bytes = new TextEncoder().encode(text);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += pieceBytes)
          controller.enqueue(bytes.slice(at, at + pieceBytes));
        controller.close();
      },
    });
  return Object.assign(new File([text], name), { stream });
}

async function read(name: string, text: string, pieceBytes?: number) {
  const found: FileRow[] = [];
  for await (const rows of fileRows(fileOf(name, text, pieceBytes), {}, quietly))
    found.push(...rows);
  return found;
}

const rowsOf = async (name: string, text: string, pieceBytes?: number) =>
  (await read(name, text, pieceBytes)).map((each) => each.problem ?? each.row);

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('NDJSON', () => {
  it('has one row per line, and reports invalid lines', async () => {
    const found = await read(
      'a.ndjson',
      [
        '{"key":"ä","type":"TAG","objectData":{"title":"Größe 漢"}}',
        '',
        '{"key":"b","ended":true}\r',
        'no json',
        '{"key":"c","type":"TAG"}',
        '{"key":"d","ended":true,"extra":1}',
      ].join('\n'),
    );
    expect(found).toMatchObject([
      { number: 1, row: { key: 'ä', objectData: { title: 'Größe 漢' }, references: [] } },
      { number: 3, row: { key: 'b', ended: true } },
      { number: 4, problem: expect.stringContaining('This line is not valid JSON') },
      { number: 5, problem: expect.stringContaining('objectData') },
      { number: 6, problem: expect.stringContaining('extra') },
    ]);
  });

  it('is refused line by line where a value could not be stored as it is written', async () => {
    const line = (data: string) => `{"key":"a","type":"T","objectData":${data}}`;
    const lines = ['{"id":3791411052119578828}', '{"x":1,"x":2}', '{"n":1e400}', '{"n":-0}'];
    const text = [...lines, '{"n":1.10}'].map(line).join('\n');
    expect(await rowsOf('a.ndjson', text)).toMatchObject([
      'The number 3791411052119578828 cannot be stored exactly. Write it in quotes to keep it as text.',
      'The property “x” occurs twice in its object. Only one of them can be stored.',
      'The number 1e400 cannot be stored exactly. Write it in quotes to keep it as text.',
      'The number -0 cannot be stored exactly. Write it in quotes to keep it as text.',
      { objectData: { n: 1.1 } },
    ]);
    expect(await rowsOf('a.csv', 'key,type,n,list\na,T,1e400,"[1]"\nb,T,-0,[-0]\n')).toMatchObject([
      { objectData: { n: '1e400', list: [1] } },
      expect.stringContaining('list: This number cannot be stored exactly.'),
    ]);
  });

  it('can contain reasons, like CSV', async () => {
    const row = { key: 'a', type: 'TAG', objectData: { n: 1 }, references: [] };
    const named = '{"key":"a","type":"TAG","objectData":{"n":1},"reason":"Ordered"}';
    expect(await rowsOf('a.ndjson', named)).toEqual([{ ...row, reason: 'Ordered' }]);
    expect(await rowsOf('a.csv', 'key,type,n,reason\na,TAG,1,Ordered\na,TAG,1,\n')).toEqual([
      { ...row, reason: 'Ordered' },
      row,
    ]);
    const [problem] = await rowsOf('a.csv', 'key,type,n,reason\na,TAG,1,"two\nlines"\n');
    expect(problem).toBe('reason: Use a single line.');
  });

  it('passes all bytes of the file to the callback', async () => {
    const bytes: number[] = [];
    for await (const rows of fileRows(
      fileOf('a.ndjson', '{"key":"ä"}\n{}'),
      {},
      {
        ...quietly,
        onBytes: (some) => bytes.push(...some),
      },
    ))
      expect(rows).toHaveLength(1);
    expect(new TextDecoder().decode(Uint8Array.from(bytes))).toBe('{"key":"ä"}\n{}');
  });

  it('reports a row that is too large for a request', async () => {
    const large = JSON.stringify({ key: 'a', type: 'TAG', objectData: { t: 'ä'.repeat(460_000) } });
    expect(await read('a.ndjson', large, 100_000)).toMatchObject([
      { problem: 'The row is larger than 900 kB.' },
    ]);
  });
});

describe('CSV', () => {
  it('reads row properties from reserved columns, and all other columns as data', async () => {
    await expect(
      rowsOf(
        'a.csv',
        [
          '\uFEFFkey,type,modificationDate,id,title,release.cycle,release.lts,n,list,ref:categoryRef,ended',
          `node,PRODUCT,2020-01-01T00:00:00Z,${id},"Node.js, ""16""\nline two",1.10,true,-1.5,"[1,{""a"":null}]",runtimes,`,
          'node,,2020-01-02T00:00:00Z,,,,,,,,true',
          'x,TAG,,,007,"""12""",null,,,"[""a"",""b""]",false',
        ].join('\r\n'),
      ),
    ).resolves.toEqual([
      {
        key: 'node',
        type: 'PRODUCT',
        modificationDate: '2020-01-01T00:00:00Z',
        id,
        objectData: {
          title: 'Node.js, "16"\nline two',
          release: { cycle: '1.10', lts: true },
          n: -1.5,
          list: [1, { a: null }],
        },
        references: [{ name: 'categoryRef', key: 'runtimes' }],
      },
      { key: 'node', modificationDate: '2020-01-02T00:00:00Z', ended: true },
      {
        key: 'x',
        type: 'TAG',
        objectData: { title: '007', release: { cycle: '12', lts: null } },
        references: [
          { name: 'categoryRef', key: 'a' },
          { name: 'categoryRef', key: 'b' },
        ],
      },
    ]);
  });

  it('can be separated by semicolons', async () => {
    await expect(rowsOf('a.csv', 'key;type;a.b;c\nk;TAG;1;2,5\n')).resolves.toEqual([
      {
        key: 'k',
        type: 'TAG',
        objectData: { a: { b: 1 }, c: '2,5' },
        references: [],
      },
    ]);
  });

  it('numbers rows like a spreadsheet: counts header and empty lines, not quoted line breaks', async () => {
    const text = 'key,type,n\n\na,TAG,"1\n2"\n,,\nb,TAG,2\nc,TAG,3,4\n"';
    for (const piece of [3, text.length])
      expect((await read('a.csv', text, piece)).map(({ number }) => number)).toEqual([3, 5, 6, 7]);
  });

  it('can be encoded in windows-1252', async () => {
    const file = new File(['key;type;title\nk;TAG;', Uint8Array.of(0xc4)], 'a.csv');
    for await (const rows of fileRows(file, {}, quietly))
      expect(rows).toMatchObject(
        rows.length === 0 ? [] : [{ row: { objectData: { title: 'Ä' } } }],
      );
    expect.hasAssertions();
  });

  it('reads all cells of a column alike', async () => {
    const data = async (text: string) =>
      (await rowsOf('a.csv', text)).map((row) => (row as { objectData: unknown }).objectData);
    expect(
      await data('key,type,plz,name,n\na,C,01067,Null,1\nb,C,10115,true,2.5\nc,C,,"""12""",\n'),
    ).toEqual([
      { plz: '01067', name: 'Null', n: 1 },
      { plz: '10115', name: 'true', n: 2.5 },
      { name: '12' },
    ]);
    expect(await data('key,type,v\na,C,9007199254740993\nb,C,7\n')).toEqual([
      { v: '9007199254740993' },
      { v: '7' },
    ]);
  });

  it('takes a quote within a cell as part of it', async () => {
    const text =
      'key,type,name,price\n1,P,Monitor 24" wide,5\n2,P,Cable 3" and 5",6\n3,P,"Tube, 2""",7\n';
    for (const piece of [7, text.length])
      expect(
        (await rowsOf('a.csv', text, piece)).map(
          (row) => (row as { objectData: unknown }).objectData,
        ),
      ).toEqual([
        { name: 'Monitor 24" wide', price: 5 },
        { name: 'Cable 3" and 5"', price: 6 },
        { name: 'Tube, 2"', price: 7 },
      ]);
  });

  it('reports invalid rows, and the row from which the file cannot be read', async () => {
    const text = 'key,type,a,a.b,__proto__\nk,TAG,1,2\nk,TAG,1,,,3\nk,TAG,,,1\nk,TAG,"x\nk,TAG,1\n';
    const problems = [
      expect.stringContaining('The column a is given twice'),
      expect.stringContaining('more cells than the header'),
      '__proto__: No column can be called __proto__.',
      expect.stringContaining('The file cannot be read from here on'),
    ];
    await expect(rowsOf('a.csv', text)).resolves.toEqual(problems);
    await expect(rowsOf('a.csv', text, text.length)).resolves.toEqual(problems);
  });
});
