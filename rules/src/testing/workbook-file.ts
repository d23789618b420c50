import { deflateRawSync } from 'node:zlib';

/** What of a workbook a test writes itself; the rest is as small as a workbook can be. */
export interface WorkbookParts {
  /** What is inside of `sheetData`, and what follows it, by the names of the sheets. */
  sheets: Readonly<Record<string, { data: string; after?: string; state?: string }>>;
  sharedStrings?: string;
  /** The number formats of the styles 1, 2, … */
  formats?: readonly string[];
  date1904?: boolean;
  /** Changes each of its files, as a program that writes them in another way. */
  rewrite?: (xml: string) => string;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bytes of an .xlsx file with these parts. */
export function workbookFile(parts: WorkbookParts): Uint8Array<ArrayBuffer> {
  const { sheets, sharedStrings = '', formats = [], date1904 = false, rewrite = asIs } = parts;
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `<Relationships xmlns="${packaged}/relationships">${inner}</Relationships>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"/>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}" state="${sheets[name]?.state ?? 'visible'}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      names
        .map((_, index) =>
          relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
        )
        .join('') +
        relation('strings', 'sharedStrings', 'sharedStrings.xml') +
        relation('styles', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map((format, index) => `<numFmt numFmtId="${200 + index}" formatCode="${format}"/>`)
      .join(
        '',
      )}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
  };
  for (const [index, name] of names.entries()) {
    const { data, after = '' } = sheets[name] ?? { data: '' };
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${after}</worksheet>`;
  }
  return archive(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, rewrite(xml)])),
  );
}

const asIs = (xml: string): string => xml;

/** A ZIP archive. */
export function archive(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(packed.length, 0);
    sizes.writeUInt32LE(content.length, 4);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    sizes.copy(head, 18);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    sizes.copy(entry, 20);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, title, packed);
    directory.push(entry, title);
    offset += head.length + title.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...local, listed, end]));
}
