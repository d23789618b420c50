import { tokenScopeLabels } from '@annals/contracts/token-scope-labels';
import { memberRoleNames } from '../../../domain/permissions/member-roles.texts.ts';
import { grouped, texts } from '../../../platform/texts.ts';

export const useAccessTexts = texts({
  en: {
    title: 'Who has access',
    who: 'Who',
    you: 'you',
    level: 'Access',
    through: 'Through',
    since: 'Since',
    until: 'Until',
    lastUsed: 'Last used',
    by: 'Granted by',
    open: 'Open-ended',
    never: 'Never',
    unknown: 'Unknown',
    search: 'Name, role or token…',
    anyLevel: 'Any access',
    anyGrant: 'Any source',
    grants: { MEMBER: 'Membership', ROLE: 'Role', TOKEN: 'API token' },
    memberRoles: memberRoleNames.en,
    member: (role: string) => `Member: ${role}`,
    unknownAccount: 'account not visible',
    role: (role: string) => `Role ${role}`,
    direct: 'held directly',
    unit: (unit: string) => `inherited from ${unit}`,
    hiddenUnit: 'inherited from a unit you cannot see',
    application: 'application',
    token: (name: string, scopes: string) => `API token “${name}” (${scopes})`,
    someone: 'Unknown user',
    scopes: tokenScopeLabels.en,
    limited: (count: number) =>
      count === 1 ? 'this partition only' : `${grouped(count)} partitions`,
    people: (count: number) =>
      count === 1
        ? 'One person or application has access.'
        : `${grouped(count)} people and applications have access.`,
    onlyVisible:
      'All members are listed. Roles, tokens and applications are listed only where you can see them.',
    accountHidden:
      '“Account not visible” means that only the membership is known: you cannot see the account, or it did not exist yet.',
    past: 'Roles, units, memberships and tokens are shown as they were then. When they were last used is only known for today.',
    tooMany: (count: number) => `Only the first ${grouped(count)} are loaded.`,
    nobody: 'No one that you can see has access.',
    nobodyThen: 'No one that you can see had access at that time.',
  },
  de: {
    title: 'Wer Zugriff hat',
    who: 'Wer',
    you: 'du',
    level: 'Zugriff',
    through: 'Durch',
    since: 'Seit',
    until: 'Bis',
    lastUsed: 'Zuletzt benutzt',
    by: 'Erteilt von',
    open: 'Unbefristet',
    never: 'Nie',
    unknown: 'Unbekannt',
    search: 'Name, Rolle oder Token …',
    anyLevel: 'Jeder Zugriff',
    anyGrant: 'Jede Herkunft',
    grants: { MEMBER: 'Mitgliedschaft', ROLE: 'Rolle', TOKEN: 'API-Token' },
    memberRoles: memberRoleNames.de,
    member: (role: string) => `Mitglied: ${role}`,
    unknownAccount: 'Konto nicht sichtbar',
    role: (role: string) => `Rolle ${role}`,
    direct: 'direkt',
    unit: (unit: string) => `geerbt von ${unit}`,
    hiddenUnit: 'geerbt von einer Einheit, die du nicht sehen darfst',
    application: 'Anwendung',
    token: (name: string, scopes: string) => `API-Token „${name}“ (${scopes})`,
    someone: 'Unbekannter Benutzer',
    scopes: tokenScopeLabels.de,
    limited: (count: number) =>
      count === 1 ? 'nur diese Partition' : `${grouped(count)} Partitionen`,
    people: (count: number) =>
      count === 1
        ? 'Eine Person oder Anwendung hat Zugriff.'
        : `${grouped(count)} Personen und Anwendungen haben Zugriff.`,
    onlyVisible:
      'Alle Mitglieder sind aufgeführt. Rollen, Tokens und Anwendungen nur dort, wo du sie sehen darfst.',
    accountHidden:
      '„Konto nicht sichtbar“ heißt: Bekannt ist nur die Mitgliedschaft. Du darfst das Konto nicht sehen, oder es gab es noch nicht.',
    past: 'Rollen, Einheiten, Mitgliedschaften und Tokens stehen hier, wie sie damals waren. Wann etwas zuletzt benutzt wurde, ist nur für heute bekannt.',
    tooMany: (count: number) => `Nur die ersten ${grouped(count)} sind geladen.`,
    nobody: 'Niemand, den du sehen darfst, hat Zugriff.',
    nobodyThen: 'Niemand, den du sehen darfst, hatte damals Zugriff.',
  },
});
export type AccessTexts = ReturnType<typeof useAccessTexts>;
