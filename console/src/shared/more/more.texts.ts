import { grouped, texts } from '../texts.ts';

export const useMoreTexts = texts({
  en: {
    title: 'More from the service',
    answer: 'Answer',
    nameless: (position: number) => `Entry ${grouped(position)}`,
  },
  de: {
    title: 'Weiteres vom Dienst',
    answer: 'Antwort',
    nameless: (position: number) => `Eintrag ${grouped(position)}`,
  },
});
