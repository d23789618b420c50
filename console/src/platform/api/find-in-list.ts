import { call, type CallOptions } from './call.ts';
import { NotWhole, noSuchThing } from './errors.ts';
import { isWhole } from './lists-of-services.ts';
import type { Input } from './request.ts';
import type { Page } from './page.ts';
import type { ItemOf, ListEndpoint } from './told.ts';

/**
 * One thing of a list, for services without a call for a single one.
 * @throws CallError (404) if the list does not contain it; NotWhole if what was returned may be a part of the list
 */
export async function findInList<E extends ListEndpoint>(
  row: E,
  input: Input,
  id: string,
  options: CallOptions = {},
): Promise<ItemOf<E>> {
  const page = (await call(row, input as never, options)) as Page<ItemOf<E>>;
  const found = page.data.find((each) => (each as { id?: string }).id === id);
  if (found !== undefined) return found;
  throw isWhole(page) ? noSuchThing() : new NotWhole();
}
