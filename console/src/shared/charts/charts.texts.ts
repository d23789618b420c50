import { grouped, texts } from '../texts.ts';

export const useChartTexts = texts({
  en: {
    day: 'Day (UTC)',
    versions: 'Versions',
    inAll: (sum: number) => (sum === 1 ? '1 version' : `${grouped(sum)} versions`),
    most: (most: number) => `Peak: ${grouped(most)} per day`,
    onDay: (day: string, versions: number) =>
      `${day}: ${versions === 1 ? '1 version' : `${grouped(versions)} versions`}`,
  },
  de: {
    day: 'Tag (UTC)',
    versions: 'Versionen',
    inAll: (sum) => (sum === 1 ? '1 Version' : `${grouped(sum)} Versionen`),
    most: (most) => `höchstens ${grouped(most)} am Tag`,
    onDay: (day, versions) =>
      `${day}: ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`}`,
  },
});
