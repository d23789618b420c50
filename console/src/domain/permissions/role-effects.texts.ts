import { grouped, texts } from '../../platform/texts.ts';

export const useRoleEffectTexts = texts({
  en: {
    effects: 'What changes',
    gains: (role: string) => `Gains ${role}`,
    loses: (role: string) => `Loses ${role}`,
    can: (list: string) => `can ${list}`,
    canNot: (list: string) => `can no longer ${list}`,
    everything: 'do everything',
    inSentence: (permission: string) => permission.charAt(0).toLowerCase() + permission.slice(1),
    more: (count: number) => `and ${grouped(count)} more`,
    nothingAlone: 'grants nothing by itself',
    heldAlready: 'nothing new, other roles allow the same',
    staysHeld: 'nothing is lost, other roles allow the same',
    eachUser: 'Each of the users:',
    allMembers: (count: number | undefined) =>
      count === undefined
        ? 'All members, including those of subunits:'
        : `All members, including those of subunits (${grouped(count)}):`,
    unlessHeldElsewhere: 'Roles held directly or through another unit stay.',
    throughUnit: 'Through the unit:',
    holders: 'Everyone with this role:',
  },
  de: {
    effects: 'Was sich ändert',
    gains: (role: string) => `Erhält ${role}`,
    loses: (role: string) => `Verliert ${role}`,
    can: (list: string) => `darf ${list}`,
    canNot: (list: string) => `darf nicht mehr ${list}`,
    everything: 'alles',
    inSentence: (permission: string) =>
      permission.replace(/^(?:Das|Die|Jede|In)\b/u, (word) => word.toLowerCase()),
    more: (count: number) => `und ${grouped(count)} weitere`,
    nothingAlone: 'erlaubt allein nichts',
    heldAlready: 'nichts Neues, andere Rollen erlauben dasselbe',
    staysHeld: 'nichts geht verloren, andere Rollen erlauben dasselbe',
    eachUser: 'Jeder der Benutzer:',
    allMembers: (count: number | undefined) =>
      count === undefined
        ? 'Alle Mitglieder, auch die der Einheiten darunter:'
        : `Alle Mitglieder, auch die der Einheiten darunter (${grouped(count)}):`,
    unlessHeldElsewhere: 'Direkt oder über eine andere Einheit zugewiesene Rollen bleiben.',
    throughUnit: 'Über die Einheit:',
    holders: 'Alle mit dieser Rolle:',
  },
});
