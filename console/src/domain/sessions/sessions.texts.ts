import { texts } from '../../platform/texts.ts';

export const useSessionTexts = texts({
  en: {
    device: 'Device',
    address: 'Address',
    lastSeen: 'Last seen',
    started: 'Started',
    thisOne: 'This session',
    end: 'End',
  },
  de: {
    device: 'Gerät',
    address: 'Adresse',
    lastSeen: 'Zuletzt gesehen',
    started: 'Begonnen',
    thisOne: 'Diese Sitzung',
    end: 'Beenden',
  },
});
