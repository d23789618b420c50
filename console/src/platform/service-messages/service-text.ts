import { createStore, useStore } from '../api/store.ts';
import { currentLanguage, useLanguage } from '../texts.ts';
import type { Translate } from './german/phrase-book.ts';

/** A message of a service in the language of the console; unchanged when it has no translation. */
export type ServiceText = (message: string) => string;

const unchangedText: ServiceText = (message) => message;
const german = createStore<ServiceText | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Services respond in English; the German translations are only loaded for German users. */
export function loadServiceTexts(): Promise<void> {
  if (currentLanguage() !== 'de') return Promise.resolve();
  loading ??= import('./german/index.ts').then(
    ({ translate }) => {
      german.set(inGerman(translate));
    },
    // Without the translations, messages stay English; the next message tries to load them again.
    () => {
      loading = undefined;
    },
  );
  return loading;
}

const inGerman =
  (translate: Translate): ServiceText =>
  (message) =>
    translate(message) ?? message;

/** For code outside of components; uses the translations if they are loaded. */
export const serviceText: ServiceText = (message) => {
  if (currentLanguage() !== 'de') return message;
  void loadServiceTexts();
  return german.get()?.(message) ?? message;
};

/**
 * Follows the language, and the translations once they are loaded: with the first message, not by a page that has none
 * to show.
 */
export function useServiceText(): ServiceText {
  const language = useLanguage();
  const loaded = useStore(german);
  return language === 'de' ? (loaded ?? serviceText) : unchangedText;
}
