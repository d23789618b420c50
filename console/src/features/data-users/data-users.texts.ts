import { productTitle } from '../../platform/api/product.ts';
import { texts } from '../../platform/texts.ts';

export const useDataUserTexts = texts({
  en: {
    users: `${productTitle} users`,
    user: 'User',
    name: 'Name',
    username: 'User name',
    partitions: 'Partitions',
    versions: 'Versions written',
    search: 'Name or user name contains…',
    none: 'No users yet',
    noneHint: 'Users appear here once they sign in and open a partition.',
    noSuch: 'No such user',
    noSuchHint:
      'No user with this ID has used the data service, or you share no partition with them.',
    all: 'All users of the data service',
    account: 'Account and roles',
    recentWrites: 'Recent writes',
    noWrites: 'No writes visible to you.',
  },
  de: {
    users: `Benutzer von ${productTitle}`,
    user: 'Benutzer',
    name: 'Name',
    username: 'Benutzername',
    partitions: 'Partitionen',
    versions: 'Geschriebene Versionen',
    search: 'Name oder Benutzername enthält …',
    none: 'Noch keine Benutzer',
    noneHint: 'Wer sich anmeldet und eine Partition öffnet, erscheint hier.',
    noSuch: 'Diesen Benutzer gibt es nicht',
    noSuchHint:
      'Kein Benutzer mit dieser ID hat den Datendienst benutzt, oder ihr habt keine gemeinsame Partition.',
    all: 'Alle Benutzer des Datendienstes',
    account: 'Konto und Rollen',
    recentWrites: 'Zuletzt geschrieben',
    noWrites: 'Keine Änderungen, die du sehen kannst.',
  },
});
export type DataUserTexts = ReturnType<typeof useDataUserTexts>;
