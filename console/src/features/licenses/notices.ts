/** A work of others with the text of its licence. */
export interface Notice {
  name: string;
  /** Empty if it has none. */
  version: string;
  /** Its SPDX identifier. */
  license: string;
  text: string;
  /** The package that contains it, if it is not a package of its own. */
  within?: string;
}

/** As the build writes it (scripts/notices/notices.mjs): each text once. */
interface NoticesFile {
  packages: readonly (Omit<Notice, 'text'> & { text: number })[];
  texts: readonly string[];
}

/** The notices of the console, or of the program that serves it. */
export async function fetchNotices(
  part: 'console' | 'program',
  signal: AbortSignal,
): Promise<Notice[]> {
  const path = `/notices/${part}.json`;
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  const { packages, texts } = (await response.json()) as NoticesFile;
  return packages.map((work) => Object.assign(work, { text: texts[work.text] ?? '' }));
}
