import { call, type CallOptions } from './call.ts';
import { NotWhole, noSuchThing } from './errors.ts';
import { isWhole } from './lists-of-services.ts';
import type { Input } from './request.ts';
import type { ListEndpoint } from './skip-empty-pages.ts';

/**
 * One thing of a list, for services without a call for a single one.
 * @throws CallError (404) if the list does not contain it; NotWhole if what was returned may be a part of the list
 */
export async function findInList<Item extends { id: string }>(
  row: ListEndpoint<Item>,
  input: Input,
  id: string,
  options: CallOptions = {},
): Promise<Item> {
  const page = await call(row, input, options);
  const found = page.data.find((each) => each.id === id);
  if (found !== undefined) return found;
  throw isWhole(page) ? noSuchThing() : new NotWhole();
}
