import { texts } from '../texts.ts';

export const useVersionTexts = texts({
  en: {
    didCreate: 'created',
    didChange: 'changed',
    didEnd: 'ended',
    by: 'by',
    in: 'in',
    more: 'Show more',
  },
  de: {
    didCreate: 'angelegt',
    didChange: 'geändert',
    didEnd: 'beendet',
    by: 'von',
    in: 'in',
    more: 'Mehr zeigen',
  },
});
