// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { afterQueries } from './after-queries.ts';
import { queryClient } from './query.ts';

afterEach(() => {
  queryClient.clear();
});

/** Starts a query that stays open until it is answered. */
function open(name: string, retry = false) {
  let answer = (_value: string) => {};
  let refuse = (_error: Error) => {};
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      answer = resolve;
      refuse = reject;
    });
  queryClient
    .query({ queryKey: [name], queryFn, retry, retryDelay: 60_000 })
    .catch(() => undefined);
  return { answer: () => answer(''), fail: () => refuse(new Error(name)) };
}

/** Whether it is over by now. */
function followed(waiting: Promise<void>) {
  const over = vi.fn<() => void>();
  void waiting.then(over);
  return async () => {
    // Queries report their changes in a task of their own.
    await new Promise((resolve) => setTimeout(resolve));
    return over.mock.calls.length > 0;
  };
}

it('is over at once where no query is open', async () => {
  expect(await followed(afterQueries())()).toBe(true);
});

it('waits for the queries that start together with it', async () => {
  const isOver = followed(afterQueries());
  const first = open('first');
  const second = open('second');
  expect(await isOver()).toBe(false);
  first.answer();
  expect(await isOver()).toBe(false);
  second.answer();
  expect(await isOver()).toBe(true);
});

it('does not wait while a query that failed pauses before the next attempt', async () => {
  const isFailedOver = followed(afterQueries());
  const failing = open('failing', true);
  expect(await isFailedOver()).toBe(false);
  failing.fail();
  expect(await isFailedOver()).toBe(true);
});

it('does not wait for the queries it is told to ignore', async () => {
  open('own');
  expect(await followed(afterQueries(({ queryKey: [name] }) => name !== 'own'))()).toBe(true);
});
