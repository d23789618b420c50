/** Somebody in a list of addresses, as people copy it from a mail or an address book. */
interface ListedPerson {
  /** Starting at 1. */
  line: number;
  email: string;
  name: string;
}

const address =
  /<\s*(?:mailto:)?([^<>]*?)\s*>|(?:mailto:)?([^\s<>,;|"“”„()[\]]+@[^\s<>,;|"“”„()[\]]+)/gi;
/** What stands around names and between entries. */
const around = /^[\s,;|"'“”„‚‘’()[\]]+|[\s,;|"'“”„‚‘’()[\]]+$/g;

/**
 * Reads a list without a heading: addresses and `Name <address>`, one per line or several with a comma or semicolon
 * between them, and an address with a name in the next column. What is no address is an entry of its own, so that
 * nobody is lost unseen. Undefined if it is no such list.
 */
export function readAddressList(text: string): ListedPerson[] | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n\u2028\u2029]/);
  const first = lines.find((line) => line.trim() !== '');
  if (first?.includes('@') !== true) return undefined;
  return lines.flatMap((line, index) =>
    readLine(line).map(({ email, name }) => ({ line: index + 1, email, name })),
  );
}

function readLine(line: string): { email: string; name: string }[] {
  const people: { email: string; name: string }[] = [];
  let before = '';
  let end = 0;
  for (const match of line.matchAll(address)) {
    const [whole, inBrackets, bare] = match;
    before = `${before} ${line.slice(end, match.index)}`.replaceAll(around, '');
    end = match.index + whole.length;
    const email = trimmed(inBrackets ?? bare ?? '');
    // “ada@example.org <ada@example.org>” names nobody.
    const repeated = people.at(-1);
    if (inBrackets !== undefined && before === '' && repeated?.email === email) continue;
    if (inBrackets === undefined && before !== '' && people.length > 0) {
      people.push({ email: before, name: '' });
      before = '';
    }
    people.push({ email, name: before });
    before = '';
  }
  const after = line.slice(end).replaceAll(around, '');
  if (after === '') return people;
  const [only, another] = people;
  if (only && !another && only.name === '') return [{ ...only, name: after }];
  return [...people, { email: after, name: '' }];
}

const trimmed = (email: string): string => email.replaceAll(around, '').replace(/\.$/, '');
