/** The properties that may hold the title of an object: the first one with a text is the title. */
export const titleProperties = ['title', 'name', 'label', 'displayName', 'email'];

interface TitledVersion {
  readonly objectData?: Readonly<Record<string, unknown>> | undefined;
  readonly erased?: readonly { readonly path: string }[] | null | undefined;
}

const maxTitleLength = 120;

/**
 * The title of a version: the first of the usual title properties, else its first text. If a title was erased, no other
 * text replaces it.
 */
export function titleIn({ objectData = {}, erased }: TitledVersion): string | undefined {
  const usual = titleProperties.map((name) =>
    Object.hasOwn(objectData, name) ? objectData[name] : undefined,
  );
  const lostTitle = erased?.some(({ path }) => titleProperties.includes(path.slice(1)));
  const text = [...usual, ...(lostTitle ? [] : Object.values(objectData))].find(isText);
  const line = text?.trim().replaceAll(/\s+/g, ' ');
  return line !== undefined && line.length > maxTitleLength
    ? `${line.slice(0, maxTitleLength - 1).trimEnd()}…`
    : line;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
