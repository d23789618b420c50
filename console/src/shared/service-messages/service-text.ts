import { createStore, useStore } from '../../api/store.ts';
import { currentLanguage, useLanguage } from '../texts.ts';
import type { Translate } from './german/phrase-book.ts';

/** A message of a service in the language of the console; unchanged when it has no translation. */
export type ServiceText = (message: string) => string;

const unchangedText: ServiceText = (message) => message;
const german = createStore<ServiceText | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Services speak English. What that is in German is loaded only for those who read German. */
export function loadServiceTexts(): Promise<void> {
  if (currentLanguage() !== 'de') return Promise.resolve();
  loading ??= import('./german/index.ts').then(
    ({ translate }) => {
      german.set(inGerman(translate));
    },
    // Until then the messages are readable as they came; the next one tries again.
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

/** For where no hook can be: with what is loaded by now. */
export const serviceText: ServiceText = (message) => {
  if (currentLanguage() !== 'de') return message;
  void loadServiceTexts();
  return german.get()?.(message) ?? message;
};

/**
 * Follows the language, and the translations once they are there. They are loaded with the first message that is
 * asked for, not by a page that has none to show.
 */
export function useServiceText(): ServiceText {
  const language = useLanguage();
  const loaded = useStore(german);
  return language === 'de' ? (loaded ?? serviceText) : unchangedText;
}
