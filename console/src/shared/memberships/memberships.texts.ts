import { texts } from '../texts.ts';

export const useMembershipTexts = texts({
  en: {
    partitions: 'Partitions',
    memberships: 'Partitions of the user',
    partition: 'Partition',
    role: 'Role',
    since: 'Member since',
    versions: 'Versions',
    wroteLast: 'Last write',
    notMember: 'Not a member',
    roles: { READER: 'Reader', EDITOR: 'Editor', OWNER: 'Owner' },
    none: 'Not a member of any partition that you can open.',
    onlyYours: 'Only partitions that you can open yourself are shown.',
  },
  de: {
    partitions: 'Partitionen',
    memberships: 'Partitionen des Benutzers',
    partition: 'Partition',
    role: 'Rolle',
    since: 'Mitglied seit',
    versions: 'Versionen',
    wroteLast: 'Zuletzt geschrieben',
    notMember: 'Kein Mitglied',
    roles: { READER: 'Leser', EDITOR: 'Bearbeiter', OWNER: 'Eigentümer' },
    none: 'Kein Mitglied einer Partition, die du öffnen kannst.',
    onlyYours: 'Gezeigt werden nur Partitionen, die du selbst öffnen kannst.',
  },
});
