/** The pages of a list from the first to the last, each read when it is taken. */
export async function* everyPage<Page extends { readonly nextCursor?: string | null | undefined }>(
  read: (cursor: string | undefined) => Promise<Page>,
  first?: string,
): AsyncGenerator<Page, void, undefined> {
  let cursor = first;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
