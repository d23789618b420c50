import { texts } from '../../platform/texts.ts';

export const useIncidentLinkTexts = texts({
  en: { lookInto: 'Investigate', lookIntoName: (name: string) => `Investigate ${name}` },
  de: { lookInto: 'Untersuchen', lookIntoName: (name: string) => `${name} untersuchen` },
});
