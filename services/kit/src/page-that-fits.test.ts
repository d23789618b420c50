import { expect, it } from 'vitest';
import { pageThatFits } from './page-that-fits.ts';

const mebibyte = 1024 * 1024;

/** A list of items of one size, which notes the page sizes it is asked for. */
function listOf(item: string) {
  const asked: number[] = [];
  const ask = async (query: unknown) => {
    const { pageSize } = query as { pageSize: number };
    asked.push(pageSize);
    return { data: Array.from({ length: pageSize }, () => item), hasMore: true };
  };
  return { asked, ask };
}

it('asks once for a page that is small enough', async () => {
  const { asked, ask } = listOf('x');
  const text = await pageThatFits({ pageSize: 500, sort: 'name' }, ask);
  expect(JSON.parse(text ?? '')).toEqual(await ask({ pageSize: 500 }));
  expect(asked).toEqual([500, 500]);
});

it.each([
  ['ASCII', 'x'.repeat(mebibyte)],
  ['three bytes for each character', '\u4e00'.repeat(mebibyte / 3)],
])('shortens a page until it passes the proxy: %s', async (_name, item) => {
  const { asked, ask } = listOf(item);
  const text = (await pageThatFits({ pageSize: 50, cursor: 'c' }, ask)) ?? '';
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8 * mebibyte);
  expect(asked[0]).toBe(50);
  expect(asked.at(-1)).toBeGreaterThan(1);
});

it('gives a single item however large it is', async () => {
  const { ask } = listOf('x'.repeat(9 * mebibyte));
  expect((await pageThatFits({ pageSize: 2 }, ask))?.length).toBeGreaterThan(9 * mebibyte);
});

it('does not shorten a page that was asked for by its number', async () => {
  const { ask } = listOf('x'.repeat(mebibyte));
  await expect(pageThatFits({ pageSize: 50, page: 1 }, ask)).rejects.toMatchObject({
    status: 400,
    code: 'page_too_large',
  });
});

it('leaves alone what is no page, or nothing at all', async () => {
  const large = { text: 'x'.repeat(9 * mebibyte) };
  await expect(pageThatFits(undefined, async () => large)).resolves.toBe(JSON.stringify(large));
  await expect(pageThatFits({ pageSize: 5 }, async () => undefined)).resolves.toBeUndefined();
});
