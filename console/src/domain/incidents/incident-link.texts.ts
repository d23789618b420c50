import { texts } from '../../platform/texts.ts';

export const useIncidentLinkTexts = texts({
  en: { lookInto: 'Look into this', lookIntoName: (name: string) => `Look into ${name}` },
  de: { lookInto: 'Untersuchen', lookIntoName: (name: string) => `${name} untersuchen` },
});
