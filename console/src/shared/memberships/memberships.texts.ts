import { currentLanguage, texts } from '../texts.ts';

const count = (value: number) => value.toLocaleString(currentLanguage());

export const useMembershipTexts = texts({
  en: {
    partitions: 'Partitions',
    since: 'Member since',
    notMember: 'Not a member',
    roles: { READER: 'Reader', EDITOR: 'Editor', OWNER: 'Owner' },
    wrote: (versions: number) => (versions === 1 ? '1 version' : `${count(versions)} versions`),
    wroteNothing: 'wrote nothing',
    last: 'last',
    none: 'Not a member of a partition that you can open.',
    onlyYours: 'Only partitions that you can open yourself are shown.',
    more: 'Show more',
  },
  de: {
    partitions: 'Partitionen',
    since: 'Mitglied seit',
    notMember: 'Kein Mitglied',
    roles: { READER: 'Leser', EDITOR: 'Bearbeiter', OWNER: 'Besitzer' },
    wrote: (versions) => (versions === 1 ? '1 Version' : `${count(versions)} Versionen`),
    wroteNothing: 'hat nichts geschrieben',
    last: 'zuletzt',
    none: 'Kein Mitglied einer Partition, die du öffnen kannst.',
    onlyYours: 'Gezeigt werden nur Partitionen, die du selbst öffnen kannst.',
    more: 'Mehr anzeigen',
  },
});
