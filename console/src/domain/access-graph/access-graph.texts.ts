import { grouped, texts } from '../../platform/texts.ts';

export const useAccessGraphTexts = texts({
  en: {
    title: 'Access graph',
    showGraph: 'Show as a graph',
    showList: 'Show as a list',
    count: (things: number, reasons: number) =>
      `${things === 1 ? '1 item' : `${grouped(things)} items`}, ${reasons === 1 ? '1 reason' : `${grouped(reasons)} reasons`}`,
    hint: 'Each arrow says why, and leads to where that is changed. Arrow keys move between boxes, Enter opens one, Tab reaches its reasons; + and - zoom, 0 fits. Drag to pan; zoom with Ctrl and the wheel.',
    kinds: {
      holder: 'User',
      unit: 'Unit',
      role: 'Role',
      token: 'API token',
      partition: 'Partition',
    },
    edge: (from: string, to: string, reason: string) => `${from} → ${to}: ${reason}`,
    more: (count: number, label: string) =>
      label === '' ? `Show more (${grouped(count)})` : `Show more (${grouped(count)}): ${label}`,
    moreWords: (count: number, label: string) =>
      label === '' ? `+${grouped(count)} more` : `+${grouped(count)} more: ${label}`,
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
    by: (name: string) => `granted by ${name}`,
    direct: 'held directly',
    inUnit: 'in this unit',
    belowUnit: 'in a unit below',
    inUnitOrBelow: 'in this unit or one below',
    hiddenUnit: 'A unit you cannot see',
    givesRole: 'gives the role',
    readsAll: 'reads every partition',
    writesAll: 'writes every partition',
    everyPartition: 'Every partition',
    member: (role: string) => `${role} by membership`,
    readsOnly: 'reads only: no role allows writing',
    holdsToken: 'owns the token',
    memberRoles: { READER: 'Reader', EDITOR: 'Editor', OWNER: 'Owner' },
    writesWhereMember: 'Writes where they are Editor or Owner',
    opensNone: 'Opens no partition by itself',
    unknownRole: 'What it allows is not known',
    accountHidden: 'Account not visible',
    application: 'Application',
    noAccess: 'Cannot sign in: nothing below applies',
    membershipsUnknown: 'Memberships in partitions could not be loaded: they are missing here.',
    rolesUnknown: 'The service does not report all roles of this user: some may be missing here.',
    onlyFirst: 'There is more than can be loaded here: the rest is missing.',
  },
  de: {
    title: 'Graph des Zugriffs',
    showGraph: 'Als Graph zeigen',
    showList: 'Als Liste zeigen',
    count: (things: number, reasons: number) =>
      `${things === 1 ? '1 Element' : `${grouped(things)} Elemente`}, ${reasons === 1 ? '1 Grund' : `${grouped(reasons)} Gründe`}`,
    hint: 'Jeder Pfeil nennt den Grund und führt dorthin, wo er geändert wird. Pfeiltasten gehen von Kasten zu Kasten, Enter öffnet einen, Tab erreicht seine Gründe; + und - zoomen, 0 passt ein. Ziehen verschiebt; Strg und das Rad zoomen.',
    kinds: {
      holder: 'Benutzer',
      unit: 'Einheit',
      role: 'Rolle',
      token: 'API-Token',
      partition: 'Partition',
    },
    edge: (from: string, to: string, reason: string) => `${from} → ${to}: ${reason}`,
    more: (count: number, label: string) =>
      label === ''
        ? `Mehr zeigen (${grouped(count)})`
        : `Mehr zeigen (${grouped(count)}): ${label}`,
    moreWords: (count: number, label: string) =>
      label === '' ? `+${grouped(count)} weitere` : `+${grouped(count)} weitere: ${label}`,
    since: (day: string) => `seit ${day}`,
    until: (day: string) => `bis ${day}`,
    by: (name: string) => `erteilt von ${name}`,
    direct: 'direkt',
    inUnit: 'in dieser Einheit',
    belowUnit: 'in einer Einheit darunter',
    inUnitOrBelow: 'in dieser Einheit oder darunter',
    hiddenUnit: 'Eine Einheit, die du nicht sehen darfst',
    givesRole: 'gibt die Rolle',
    readsAll: 'liest jede Partition',
    writesAll: 'schreibt in jeder Partition',
    everyPartition: 'Jede Partition',
    member: (role: string) => `${role} als Mitglied`,
    readsOnly: 'liest nur: Keine Rolle erlaubt das Schreiben',
    holdsToken: 'besitzt das Token',
    memberRoles: { READER: 'Leser', EDITOR: 'Bearbeiter', OWNER: 'Eigentümer' },
    writesWhereMember: 'Schreibt, wo die Person Bearbeiter oder Eigentümer ist',
    opensNone: 'Öffnet allein keine Partition',
    unknownRole: 'Was sie erlaubt, ist nicht bekannt',
    accountHidden: 'Konto nicht sichtbar',
    application: 'Anwendung',
    noAccess: 'Kann sich nicht anmelden: Nichts davon gilt',
    membershipsUnknown:
      'Die Mitgliedschaften in Partitionen ließen sich nicht laden: Sie fehlen hier.',
    rolesUnknown:
      'Der Dienst nennt nicht alle Rollen dieses Benutzers: Einige fehlen hier vielleicht.',
    onlyFirst: 'Es gibt mehr, als hier geladen werden kann: Der Rest fehlt.',
  },
});
export type AccessGraphTexts = ReturnType<typeof useAccessGraphTexts>;
