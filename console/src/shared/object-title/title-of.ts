import { shortenId } from '../ids/shorten-id.ts';

interface TitledVersion {
  readonly id: string;
  readonly objectData?: Readonly<Record<string, unknown>> | undefined;
}

const titleProperties = ['title', 'name', 'label', 'displayName', 'email'];
const longest = 120;

/** How a version is called: the first of its usual title properties, else its first text, else its short id. */
export function titleOf({ id, objectData = {} }: TitledVersion): string {
  const usual = titleProperties.map((name) =>
    Object.hasOwn(objectData, name) ? objectData[name] : undefined,
  );
  const text = [...usual, ...Object.values(objectData)].find(isText);
  if (text === undefined) return shortenId(id);
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
