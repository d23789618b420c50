// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('listeners are called after each change until they unsubscribe', () => {
  const store = createStore(1);
  const listener = vi.fn<() => void>();
  const stop = store.subscribe(listener);
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  stop();
  store.set(3);
  expect([store.get(), listener.mock.calls.length]).toEqual([3, 1]);
});

test('the source is connected while there is at least one listener', () => {
  const disconnect = vi.fn<() => void>();
  const connect = vi.fn<() => () => void>(() => disconnect);
  const store = createStore(0, connect);
  expect(connect).not.toHaveBeenCalled();
  const stopFirst = store.subscribe(() => undefined);
  const stopSecond = store.subscribe(() => undefined);
  expect(connect).toHaveBeenCalledTimes(1);
  stopFirst();
  stopFirst();
  expect(disconnect).not.toHaveBeenCalled();
  stopSecond();
  expect(disconnect).toHaveBeenCalledTimes(1);
  store.subscribe(() => undefined);
  expect(connect).toHaveBeenCalledTimes(2);
});
