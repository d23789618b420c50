import { texts } from '../../platform/texts.ts';

export const useNamedThingTexts = texts({
  en: { notVisible: 'not visible to you' },
  de: { notVisible: 'für dich nicht sichtbar' },
});
