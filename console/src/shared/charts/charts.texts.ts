import { currentLanguage, texts } from '../texts.ts';

const count = (value: number) => value.toLocaleString(currentLanguage());

export const useChartTexts = texts({
  en: {
    day: 'Day (UTC)',
    versions: 'Versions',
    inAll: (sum: number) => (sum === 1 ? '1 version' : `${count(sum)} versions`),
    most: (most: number) => `at most ${count(most)} a day`,
    onDay: (day: string, versions: number) =>
      `${day}: ${versions === 1 ? '1 version' : `${count(versions)} versions`}`,
  },
  de: {
    day: 'Tag (UTC)',
    versions: 'Versionen',
    inAll: (sum) => (sum === 1 ? '1 Version' : `${count(sum)} Versionen`),
    most: (most) => `höchstens ${count(most)} am Tag`,
    onDay: (day, versions) =>
      `${day}: ${versions === 1 ? '1 Version' : `${count(versions)} Versionen`}`,
  },
});
