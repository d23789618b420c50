import { localStore } from './api/storage.ts';
import { product } from './api/product.ts';
import { createStore, useStore } from './api/store.ts';

export const languages = ['en', 'de'] as const;
/** Each language in itself, so that everyone can find their own. */
export const languageNames = { en: 'English', de: 'Deutsch' } as const;
export type Language = (typeof languages)[number];

type Text = string | ((...values: never[]) => string);
interface Texts {
  readonly [name: string]: Text | Texts;
}

/** The same structure with texts that have the same parameters. */
type SameTexts<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : SameTexts<T[Name]>;
};

/** As a hook it follows the language; `now()` is for code outside of React, `in()` for what people type in any. */
type TextsHook<T> = (() => T) & { now: () => T; in: (language: Language) => T };

const storageKey = `${product}.lang`;
const store = createStore(chosenLanguage() ?? browserLanguage());
if (typeof document !== 'undefined') document.documentElement.lang = store.get();

export const currentLanguage = store.get;

export function useLanguage(): Language {
  return useStore(store);
}

/** Switches the language of the whole console and stores the choice in this browser. */
export function setLanguage(language: Language): void {
  localStore.set(storageKey, language);
  document.documentElement.lang = language;
  store.set(language);
}

/**
 * The locale for dates: the language, with the region of the browser if its language matches. British and
 * American English order day and month differently. A browser can report a tag that no standard knows, such as
 * `en-US@posix` without a language of the system.
 */
export function useDateLocale(): string {
  const language = useLanguage();
  const regional = navigator.languages.find((tag) => tag.startsWith(`${language}-`) && isTag(tag));
  return regional ?? language;
}

/** Whether `Intl` accepts it. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const numberFormats = new Map<Language, Intl.NumberFormat>();

/** A number formatted in the current language: 12,431 or 12.431. */
export function grouped(value: number): string {
  const language = currentLanguage();
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(language);
  numberFormats.set(language, format);
  return format.format(value);
}

/** Creates a hook that returns the texts in the current language. */
export function texts<T extends Texts>(all: {
  en: T;
  de: SameTexts<NoInfer<T>>;
}): TextsHook<SameTexts<T>>;
export function texts(all: Record<Language, Texts>): TextsHook<Texts> {
  const useTexts = () => all[useLanguage()];
  return Object.assign(useTexts, {
    now: () => all[currentLanguage()],
    in: (language: Language) => all[language],
  });
}

function isLanguage(text: string | null | undefined): text is Language {
  return languages.some((language) => language === text);
}

function chosenLanguage(): Language | undefined {
  const stored = localStore.get(storageKey);
  return isLanguage(stored) ? stored : undefined;
}

function browserLanguage(): Language {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}
