import type { Phrases } from './phrase-book.ts';

/** What is not there, or not to be seen. */
export const absentThings: Phrases = {
  'There is no such partition, or you may not see it.':
    'Diese Partition gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such address, or you may not see it.':
    'Diese Adresse gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such email domain, or you may not see it.':
    'Diese E-Mail-Domain gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such token, or you may not see it.':
    'Dieses Token gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such application, or you may not see it.':
    'Diese Anwendung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such user, or you may not see it.':
    'Diesen Benutzer gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such organizational unit, or you may not see it.':
    'Diese Organisationseinheit gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such identity provider, or you may not see it.':
    'Diesen Identitätsanbieter gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such identity, or you may not see it.':
    'Diese Identität gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such invitation, or you may not see it.':
    'Diese Einladung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such role, or you may not see it.':
    'Diese Rolle gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such second factor that waits for its code, or you may not see it.':
    'Einen zweiten Faktor, der auf diesen Code wartet, gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such second factor, or you may not see it.':
    'Diesen zweiten Faktor gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such session, or you may not see it.':
    'Diese Sitzung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such alias, or you may not see it.':
    'Diesen Alias gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such object, or you may not see it.':
    'Dieses Objekt gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such receipt, or you may not see it.':
    'Diesen Beleg gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such timeline, or you may not see it.':
    'Diese Zeitlinie gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such job, or you may not see it.':
    'Diesen Lauf gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such partition to copy from, or you may not see it.':
    'Die Partition, aus der kopiert werden soll, gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such member, or you may not see it.':
    'Dieses Mitglied gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such object in this timeline, or you may not see it.':
    'Dieses Objekt gibt es in dieser Zeitlinie nicht, oder du darfst es nicht sehen.',
  'There is no such type, or you may not see it.':
    'Diesen Typ gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such build, or you may not see it.':
    'Diesen Build gibt es nicht, oder du darfst ihn nicht sehen.',
};
