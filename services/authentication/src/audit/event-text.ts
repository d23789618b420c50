import { foldedText } from '@annals/rules/folded-text';

/** Longer values are searched by their beginning: each event is indexed while the end of the chain is locked. */
const longestText = 1_000;

interface SearchedEvent {
  subject: string | null;
  address: string | null;
  requestId: string | null;
  /** JSON, as it is stored, so that a verification computes the same. */
  before: string | null;
  after: string | null;
}

/** What the search for events finds of an event besides the names of users and things: folded, one value per line. */
export function searchTextOfEvent(event: SearchedEvent): string {
  const { subject, address, requestId, before, after } = event;
  // What a subject is called is looked up, but for those that are called by their subject, as roles.
  const name = subject?.slice(subject.indexOf('/') + 1) ?? '';
  const values = [before, after].flatMap((json) => textsIn(JSON.parse(json ?? 'null')));
  const texts = [address ?? '', requestId ?? '', name, ...values];
  const lines = new Set<string>();
  let length = 0;
  for (const text of texts) {
    const line = foldedText(text.slice(0, longestText - length));
    if (line === '' || lines.has(line)) continue;
    lines.add(line);
    length += line.length + 1;
    if (length >= longestText) break;
  }
  return [...lines].join('\n');
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
