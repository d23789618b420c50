/**
 * Yields what is made of each item, in the order of the items, while more of them are worked on.
 * @param ahead how many results may be made or wait
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  make: (item: Item) => Promise<Result>,
  ahead: number,
): AsyncGenerator<Result, void, undefined> {
  const made: Promise<Result>[] = [];
  for await (const item of items) {
    const result = make(item);
    // Thrown where it is awaited.
    result.catch(() => undefined);
    made.push(result);
    if (made.length > ahead) yield (await made.shift()) as Result;
  }
  for (const result of made) yield await result;
}
