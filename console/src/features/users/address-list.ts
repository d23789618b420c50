import { trimInvisible } from '@annals/contracts/unseen-characters';
import { plainText } from '../../platform/plain-text.ts';

/** Somebody in a list of addresses, as people copy it from a mail or an address book. */
interface ListedPerson {
  /** Starting at 1. */
  line: number;
  email: string;
  name: string;
}

interface AddressList {
  people: ListedPerson[];
  /** Whether a line has more than an address and a name: only a heading says what the rest is. */
  isTable: boolean;
}

const address =
  /<\s*(?:mailto:)?([^<>]*?)\s*>|(?:mailto:)?([^\s<>,;|"“”„()[\]]+@[^\s<>,;|"“”„()[\]]+)/gi;
/** What stands around names and between entries. */
const around = /^[\s,;|"'“”„‚‘’()[\]]+|[\s,;|"'“”„‚‘’()[\]]+$/g;
/** The sign of an entry of a list, and the name of a header of a mail. */
const lineStart = /^(?:(?:[•·◦▪‣*–—-]|\d{1,3}[.)])\s+|(?:to|from|b?cc|an|von|kopie)\s*:\s*)/i;
/**
 * Reads a list without a heading: addresses and `Name <address>`, one per line or several with a comma or semicolon
 * between them, and an address with a name in the next column. What is no address is an entry of its own, so that
 * nobody is lost unseen. Undefined if it is no such list.
 */
export function readAddressList(text: string): AddressList | undefined {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map(plainText);
  const first = lines.find((line) => line !== '');
  if (first?.includes('@') !== true) return undefined;
  const people = lines.flatMap((line, index) =>
    readLine(line.replace(lineStart, '')).map(({ email, name }) => ({
      line: index + 1,
      email,
      name,
    })),
  );
  return { people, isTable: lines.some(isOfTable) };
}

/** Whether there are further columns than an address and a name. */
function isOfTable(line: string): boolean {
  const cells = line.split(/[\t;|]/).filter((cell) => cell.trim() !== '');
  return cells.length > 2 && cells.filter((cell) => cell.includes('@')).length === 1;
}

function readLine(line: string): { email: string; name: string }[] {
  const people: { email: string; name: string }[] = [];
  let before = '';
  let end = 0;
  for (const match of line.matchAll(address)) {
    const [whole, inBrackets, bare] = match;
    const between = line.slice(end, match.index);
    // “Ada (ada@example.org)”
    const isEnclosed = inBrackets !== undefined || /[([]\s*$/.test(between);
    before = nameIn(`${before} ${between}`);
    end = match.index + whole.length;
    const email = trimmed(inBrackets ?? bare ?? '');
    // “ada@example.org <ada@example.org>” names nobody.
    const repeated = people.at(-1);
    if (inBrackets !== undefined && before === '' && repeated?.email === email) continue;
    if (!isEnclosed && before !== '' && people.length > 0) {
      people.push({ email: before, name: '' });
      before = '';
    }
    people.push({ email, name: before });
    before = '';
  }
  const after = nameIn(line.slice(end));
  if (after === '') return people;
  const [only, another] = people;
  if (only && !another && only.name === '') return [{ ...only, name: after }];
  return [...people, { email: after, name: '' }];
}

const brackets: readonly [string, string][] = [
  ['(', ')'],
  ['[', ']'],
];

/** A closing bracket at the end stays if it was opened within the name: “Doe, Jane (External)”. */
function nameIn(text: string): string {
  const name = trimInvisible(text.replaceAll(around, ''));
  for (const [open, close] of brackets)
    if (name.split(open).length > name.split(close).length && text.includes(close))
      return `${name}${close}`;
  return name;
}

const trimmed = (email: string): string =>
  trimInvisible(email).replaceAll(around, '').replace(/\.$/, '');
