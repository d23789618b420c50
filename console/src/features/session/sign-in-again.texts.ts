import { texts } from '../../platform/texts.ts';

export const useSignInAgainTexts = texts({
  en: {
    title: 'Your session has ended',
    confirmTitle: 'Sign in again to confirm',
    again: 'That sign-in did not succeed. Sign in again.',
    leave: 'Leave the page instead',
    leaveQuestion: 'Your unsaved changes on it will be lost.',
    stay: 'Stay',
    reallyLeave: 'Leave',
    somebodyElse: 'Someone else is signed in',
    notYours: (name: string, before: string) =>
      `You are signed in as ${name}. This page and the changes on it belong to ${before}, so nothing was sent.`,
    signInAs: (name: string) => `Sign in as ${name}`,
    discardAndContinue: (name: string) => `Discard changes and continue as ${name}`,
    otherTabTitle: 'Someone else has signed in',
    otherTab: (name: string) =>
      `In another tab of this browser, someone else has signed in. This page belongs to ${name}, so nothing more is sent from it.`,
    continueAsOther: 'Reload as the new user',
    unsavedKept: (name: string) =>
      `Your unsaved changes are still on this page. They are kept if ${name} signs in again, here or in the other tab; otherwise they are lost.`,
    discardAndReload: 'Discard changes and reload as the new user',
  },
  de: {
    title: 'Deine Sitzung ist zu Ende',
    confirmTitle: 'Zur Bestätigung noch einmal anmelden',
    again: 'Diese Anmeldung war nicht erfolgreich. Melde dich noch einmal an.',
    leave: 'Die Seite stattdessen verlassen',
    leaveQuestion: 'Deine ungespeicherten Änderungen darauf gehen verloren.',
    stay: 'Bleiben',
    reallyLeave: 'Verlassen',
    somebodyElse: 'Jemand anders ist angemeldet',
    notYours: (name, before) =>
      `Du bist als ${name} angemeldet. Diese Seite und die Änderungen darauf gehören ${before}; deshalb wurde nichts gesendet.`,
    signInAs: (name) => `Als ${name} anmelden`,
    discardAndContinue: (name) => `Änderungen verwerfen und als ${name} weitermachen`,
    otherTabTitle: 'Jemand anders hat sich angemeldet',
    otherTab: (name) =>
      `In einem anderen Tab dieses Browsers hat sich jemand anders angemeldet. Diese Seite gehört ${name}, deshalb wird von hier nichts mehr gesendet.`,
    continueAsOther: 'Als neuer Benutzer neu laden',
    unsavedKept: (name) =>
      `Deine ungespeicherten Änderungen stehen noch auf dieser Seite. Sie bleiben erhalten, wenn sich ${name} wieder anmeldet, hier oder im anderen Tab; sonst gehen sie verloren.`,
    discardAndReload: 'Änderungen verwerfen und als neuer Benutzer neu laden',
  },
});
