import { expect } from 'vitest';
import type { CallInput, Endpoint } from '@annals/contracts/endpoint';
import type { Answer, Listener, Sender } from './data-listener.ts';

interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

interface ListOf<Item> {
  response: { _zod: { output: Page<Item> } };
}

/** Reads a list by its cursor to the end. */
export async function readAllPages<Item, E extends Endpoint>(
  service: Listener,
  list: E & ListOf<Item>,
  input: CallInput<E> & Sender & { query?: object },
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { ...input.query, ...(cursor === undefined ? {} : { cursor }) };
    const answer: Answer<Page<Item>> = await service.call<E & ListOf<Item>>(list, {
      ...input,
      query,
    });
    expect(answer.status).toBe(200);
    expect(answer.body.hasMore).toBe(answer.body.nextCursor !== null);
    items.push(...answer.body.data);
    cursor = answer.body.nextCursor;
  }
  return items;
}
