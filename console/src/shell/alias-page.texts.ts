import { texts } from '../platform/texts.ts';

export const useAliasPageTexts = texts({
  en: {
    notActive: 'This alias is not active',
    notActiveText: (address: string) => `${address} does not lead anywhere.`,
    notActiveHint:
      'It was deactivated, has expired, or never existed. Ask whoever gave it to you for another address.',
    away: 'The alias could not be looked up',
    awayHint: 'The service is not responding at the moment.',
    requestId: 'Request ID:',
    tryAgain: 'Try again',
    active: 'This alias is active',
    open: 'Open',
    home: 'Home',
    aliases: 'Show it in Alias-Urls',
  },
  de: {
    notActive: 'Dieser Alias ist nicht aktiv',
    notActiveText: (address: string) => `${address} führt nirgendwohin.`,
    notActiveHint:
      'Er wurde deaktiviert, ist abgelaufen, oder es hat ihn nie gegeben. Frag die Person, von der du ihn hast, nach einer anderen Adresse.',
    away: 'Der Alias konnte nicht abgefragt werden',
    awayHint: 'Der Dienst antwortet gerade nicht.',
    requestId: 'Anfrage-ID:',
    tryAgain: 'Erneut versuchen',
    active: 'Dieser Alias ist aktiv',
    open: 'Öffnen',
    home: 'Start',
    aliases: 'Bei den Alias-URLs ansehen',
  },
});
