import type { ReceivedMessage } from '@annals/contracts/problem';
import { createStore, useStore } from '../api/store.ts';
import { currentLanguage, useLanguage } from '../texts.ts';

/** A message of a service in the language of the console; that of another service as it is. */
export type ServiceText = (message: ReceivedMessage) => string;

const inEnglish: ServiceText = ({ message }) => message;
const german = createStore<ServiceText | undefined>(undefined);
let loading: Promise<void> | undefined;

/** Services respond in English; the German texts are only loaded for German users. */
export function loadServiceTexts(): Promise<void> {
  if (currentLanguage() !== 'de') return Promise.resolve();
  loading ??= import('./german/index.ts').then(
    ({ inGerman }) => {
      german.set(inGerman);
    },
    // Without the texts, messages stay English; the next message tries to load them again.
    () => {
      loading = undefined;
    },
  );
  return loading;
}

/** For code outside of components; uses the German texts if they are loaded. */
export const serviceText: ServiceText = (message) => {
  if (currentLanguage() !== 'de') return inEnglish(message);
  void loadServiceTexts();
  return (german.get() ?? inEnglish)(message);
};

/**
 * Follows the language, and the German texts once they are loaded: with the first message, not by a page that has none
 * to show.
 */
export function useServiceText(): ServiceText {
  const language = useLanguage();
  const loaded = useStore(german);
  return language === 'de' ? (loaded ?? serviceText) : inEnglish;
}
