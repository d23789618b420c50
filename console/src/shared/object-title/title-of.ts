import { titleProperties } from '@annals/contracts/object-title';
import { shortenId } from '../ids/display-names.ts';

interface TitledVersion {
  readonly id: string;
  readonly timelineId?: string | undefined;
  readonly objectData?: Readonly<Record<string, unknown>> | undefined;
  readonly erased?: readonly { readonly path: string }[] | null | undefined;
}

const longest = 120;

/**
 * The title of a version: the first of the usual title properties, else its first text, else its short id. If a title
 * was erased, no other text replaces it.
 */
export function titleOf({ id, timelineId = '', objectData = {}, erased }: TitledVersion): string {
  const usual = titleProperties.map((name) =>
    Object.hasOwn(objectData, name) ? objectData[name] : undefined,
  );
  const lostTitle = erased?.some(({ path }) => titleProperties.includes(path.slice(1)));
  const text = [...usual, ...(lostTitle ? [] : Object.values(objectData))].find(isText);
  if (text === undefined) return shortenId(id || timelineId) || '–';
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
