import { foldedText } from '@annals/rules/folded-text';

/** Longer values are searched by their beginning: each event is indexed while the end of the chain is locked. */
const longestText = 1_000;

interface SearchedEvent {
  subject: string | null;
  address: string | null;
  requestId: string | null;
}

/** What the search for events finds of an event besides the names of users and things: folded, one value per line. */
export function searchTextOfEvent(
  { subject, address, requestId }: SearchedEvent,
  values: { before?: object | undefined; after?: object | undefined },
): string {
  // What a subject is called is looked up, but for those that are called by their subject, as roles.
  const name = subject?.slice(subject.indexOf('/') + 1) ?? '';
  const texts = [address ?? '', requestId ?? '', name, ...textsIn(values)];
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

/** The same for an event as it is stored. */
export const searchTextOfStored = ({
  before,
  after,
  ...event
}: SearchedEvent & { before: string | null; after: string | null }): string =>
  searchTextOfEvent(event, { before: objectIn(before), after: objectIn(after) });

const objectIn = (json: string | null): object | undefined =>
  json === null ? undefined : (JSON.parse(json) as object);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
