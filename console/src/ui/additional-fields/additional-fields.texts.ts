import { grouped, texts } from '../../platform/texts.ts';

export const useAdditionalFieldsTexts = texts({
  en: {
    title: 'Additional data from the service',
    answer: 'Response',
    nameless: (position: number) => `Entry ${grouped(position)}`,
  },
  de: {
    title: 'Weitere Daten des Dienstes',
    answer: 'Antwort',
    nameless: (position: number) => `Eintrag ${grouped(position)}`,
  },
});
