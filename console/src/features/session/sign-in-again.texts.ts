import { texts } from '../../shared/texts.ts';

export const useSignInAgainTexts = texts({
  en: {
    title: 'Your session has ended',
    again: 'That sign-in did not hold. Sign in again.',
    leave: 'Leave the page instead',
    leaveQuestion: 'What you have entered on it is not saved and would be lost.',
    stay: 'Stay',
    reallyLeave: 'Leave',
    somebodyElse: 'Somebody else is signed in',
    notYours: (name: string, before: string) =>
      `You are signed in as ${name}. The page and what is entered on it are of ${before}, so nothing of it is sent.`,
    signInAs: (name: string) => `Sign in as ${name}`,
    loadAnew: (name: string) => `Drop it and go on as ${name}`,
  },
  de: {
    title: 'Deine Sitzung ist zu Ende',
    again: 'Diese Anmeldung hat nicht gehalten. Melde dich noch einmal an.',
    leave: 'Die Seite stattdessen verlassen',
    leaveQuestion: 'Was du darauf eingegeben hast, ist nicht gespeichert und ginge verloren.',
    stay: 'Bleiben',
    reallyLeave: 'Verlassen',
    somebodyElse: 'Jemand anders ist angemeldet',
    notYours: (name, before) =>
      `Du bist als ${name} angemeldet. Die Seite und was darauf eingegeben ist, gehören ${before}; deshalb wird nichts davon gesendet.`,
    signInAs: (name) => `Als ${name} anmelden`,
    loadAnew: (name) => `Verwerfen und als ${name} weitermachen`,
  },
});
