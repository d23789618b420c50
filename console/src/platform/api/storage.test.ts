// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkStorage, localStore, storageProblem, tabStore } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  // What other tests of the same process kept in memory.
  for (const key of localStore.keys()) localStore.remove(key);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  localStore.remove('a');
  tabStore.remove('a');
  storageProblem.set(undefined);
});

const blocked = () => ({
  get: () => {
    throw new DOMException('denied', 'SecurityError');
  },
  configurable: true,
});

it('keeps texts in the browser', () => {
  expect([localStore.set('a', '1'), localStorage.getItem('a'), localStore.get('a')]).toEqual([
    true,
    '1',
    '1',
  ]);
  localStorage.setItem('a', '2');
  expect([localStore.get('a'), localStore.keys()]).toEqual(['2', ['a']]);
  localStore.remove('a');
  expect([localStorage.getItem('a'), storageProblem.get()]).toEqual([null, undefined]);
});

it.each(['localStorage', 'sessionStorage'] as const)(
  'keeps texts in memory if the browser refuses its %s',
  (name) => {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, blocked());
    const store = name === 'localStorage' ? localStore : tabStore;
    try {
      expect([store.get('a'), store.keys()]).toEqual([null, []]);
      expect([store.set('a', '1'), store.get('a'), store.keys()]).toEqual([false, '1', ['a']]);
      store.remove('a');
      expect([store.get('a'), storageProblem.get()]).toEqual([null, 'blocked']);
    } finally {
      if (own) Object.defineProperty(globalThis, name, own);
    }
  },
);

it.each([
  { isSecret: false, later: 'old' },
  { isSecret: true, later: null },
])('keeps texts in memory if the storage is full; a reload finds $later', ({ isSecret, later }) => {
  const own = localStorage;
  own.setItem('a', 'old');
  const full = {
    length: 1,
    getItem: (key: string) => own.getItem(key),
    removeItem: (key: string) => own.removeItem(key),
    setItem: (key: string, text: string) => {
      if (text !== 'old') throw new DOMException('full', 'QuotaExceededError');
      own.setItem(key, text);
    },
  };
  vi.stubGlobal('localStorage', full);
  expect(localStore.set('a', 'new', { isSecret })).toBe(false);
  expect([localStore.get('a'), storageProblem.get()]).toEqual(['new', 'full']);
  vi.unstubAllGlobals();
  expect(localStorage.getItem('a')).toBe(later);
});

it('finds out before anything is lost', () => {
  checkStorage();
  expect([storageProblem.get(), localStore.keys()]).toEqual([undefined, []]);
});
