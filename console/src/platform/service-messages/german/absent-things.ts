import type { Phrases } from './phrase-book.ts';

/** Messages about what does not exist or is not visible. */
export const absentThings: Phrases = {
  'There is no such partition, or you do not have access to it.':
    'Diese Partition gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such address, or you do not have access to it.':
    'Diese Adresse gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such email domain, or you do not have access to it.':
    'Diese E-Mail-Domain gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such evidence, or you do not have access to it.':
    'Diesen Nachweis gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such token, or you do not have access to it.':
    'Dieses Token gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such signature, or you do not have access to it.':
    'Diese Signatur gibt es nicht oder nicht mehr. Beginne sie noch einmal.',
  'There is no such application, or you do not have access to it.':
    'Diese Anwendung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such user, or you do not have access to it.':
    'Diesen Benutzer gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such organizational unit, or you do not have access to it.':
    'Diese Organisationseinheit gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such identity provider, or you do not have access to it.':
    'Diesen Identitätsanbieter gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such trusted device, or you do not have access to it.':
    'Dieses vertrauenswürdige Gerät gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such identity, or you do not have access to it.':
    'Diese Identität gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such invitation, or you do not have access to it.':
    'Diese Einladung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such subscription, or you do not have access to it.':
    'Dieses Abonnement gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such webhook, or you do not have access to it.':
    'Diesen Webhook gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such attempt, or you do not have access to it.':
    'Diesen Versuch gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such sample, or you do not have access to it.':
    'Diese Stichprobe gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such entry of the sample, or you do not have access to it.':
    'Diesen Eintrag hat die Stichprobe nicht.',
  'There is no such change set, or you do not have access to it.':
    'Diesen Änderungssatz gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such operation, or you do not have access to it.':
    'Diese Operation gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such comment, or you do not have access to it.':
    'Diesen Kommentar gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such role, or you do not have access to it.':
    'Diese Rolle gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such sign-in rule, or you do not have access to it.':
    'Diese Anmelderegel gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such second factor that waits for its code, or you do not have access to it.':
    'Einen zweiten Faktor, der auf diesen Code wartet, gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such second factor, or you do not have access to it.':
    'Diesen zweiten Faktor gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such session, or you do not have access to it.':
    'Diese Sitzung gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such alias, or you do not have access to it.':
    'Diesen Alias gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such object, or you do not have access to it.':
    'Dieses Objekt gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such receipt, or you do not have access to it.':
    'Diesen Beleg gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such timeline, or you do not have access to it.':
    'Diese Zeitlinie gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such job, or you do not have access to it.':
    'Diesen Lauf gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such partition to copy from, or you do not have access to it.':
    'Die Partition, aus der kopiert werden soll, gibt es nicht, oder du darfst sie nicht sehen.',
  'There is no such member, or you do not have access to it.':
    'Dieses Mitglied gibt es nicht, oder du darfst es nicht sehen.',
  'There is no such object in this timeline, or you do not have access to it.':
    'Dieses Objekt gibt es in dieser Zeitlinie nicht, oder du darfst es nicht sehen.',
  'There is no such type, or you do not have access to it.':
    'Diesen Typ gibt es nicht, oder du darfst ihn nicht sehen.',
  'There is no such build, or you do not have access to it.':
    'Diesen Build gibt es nicht, oder du darfst ihn nicht sehen.',
};
