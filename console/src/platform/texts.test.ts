import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

test('uses the stored language, else the first supported one of the browser, else English', async () => {
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'de-AT', 'en'] });
  expect((await import('./texts.ts')).currentLanguage()).toBe('de');
  expect(document.documentElement.lang).toBe('de');
  vi.resetModules();
  localStorage.setItem('annals.lang', 'en');
  expect((await import('./texts.ts')).currentLanguage()).toBe('en');
  vi.resetModules();
  localStorage.setItem('annals.lang', 'xx');
  vi.stubGlobal('navigator', { languages: ['fr'] });
  expect((await import('./texts.ts')).currentLanguage()).toBe('en');
});

test('stores the selected language and changes all texts', async () => {
  const { setLanguage, texts } = await import('./texts.ts');
  const hook = texts({
    en: { hello: (name: string) => `Hello, ${name}`, inner: { yes: 'Yes' } },
    de: { hello: (name) => `Hallo, ${name}`, inner: { yes: 'Ja' } },
  });
  setLanguage('en');
  expect([hook.now().hello('Ada'), hook.now().inner.yes]).toEqual(['Hello, Ada', 'Yes']);
  setLanguage('de');
  expect([hook.now().hello('Ada'), hook.now().inner.yes]).toEqual(['Hallo, Ada', 'Ja']);
  expect(localStorage.getItem('annals.lang')).toBe('de');
  expect(document.documentElement.lang).toBe('de');
});
