import { grouped, texts } from '../../platform/texts.ts';

export const useConfirmIdentityTexts = texts({
  en: {
    title: 'Confirm that this account is yours',
    explanation: (email: string, provider: string) =>
      `There is already an account with ${email}. Before ${provider} can sign you in to it, confirm that it is yours.`,
    signInAsBefore: 'Sign in as before',
    signInHint: 'Nothing else changes: your account is linked to the provider after you sign in.',
    noOtherWay:
      'Sign in as before. If you cannot, ask a global master for help: a code by email is not enough for this account.',
    emailCode: 'Email me a code',
    emailHint:
      'Choose this if you never set up this account. It removes the password, sessions, API tokens, second factors and linked accounts that were set up before.',
    codeSent: (email: string) => `A code was sent to ${email}. It works for 30 minutes.`,
    code: 'Code',
    eightDigits: 'Enter the eight digits from the email.',
    confirm: 'Confirm and sign in',
    sendAgain: 'Send a new code',
    wrongCode: 'The code is wrong, or a newer one was sent. Use the code from the latest email.',
    over: 'This took too long or failed too often. Sign in with the provider again.',
    linkFailed: (name: string) => `You are signed in, but ${name} could not be linked.`,
    done: 'Earlier sign-in methods were removed',
    removedIntro: 'These were set up before you signed in for the first time, and no longer work:',
    removed: {
      password: 'The password',
      sessions: (count: number) => (count === 1 ? '1 session' : `${grouped(count)} sessions`),
      tokens: (count: number) => (count === 1 ? '1 token' : `${grouped(count)} tokens`),
      factors: (count: number) =>
        count === 1 ? '1 second factor' : `${grouped(count)} second factors`,
      identities: (count: number) =>
        count === 1 ? '1 linked account' : `${grouped(count)} linked accounts`,
    },
    continue: 'Continue',
  },
  de: {
    title: 'Bestätige, dass dieses Konto dir gehört',
    explanation: (email, provider) =>
      `Es gibt schon ein Konto mit ${email}. Bevor ${provider} dich dort anmelden kann, bestätige, dass es dir gehört.`,
    signInAsBefore: 'Wie bisher anmelden',
    signInHint:
      'Sonst ändert sich nichts: Dein Konto wird nach der Anmeldung mit dem Anbieter verknüpft.',
    noOtherWay:
      'Melde dich an wie bisher. Wenn das nicht geht, bitte einen Global Master um Hilfe: Für dieses Konto genügt kein Code per E-Mail.',
    emailCode: 'Code per E-Mail schicken',
    emailHint:
      'Wähle das, wenn du dieses Konto nie eingerichtet hast. Passwort, Sitzungen, API-Tokens, zweite Faktoren und verknüpfte Konten, die vorher eingerichtet wurden, werden entfernt.',
    codeSent: (email) => `Ein Code wurde an ${email} geschickt. Er gilt 30 Minuten.`,
    code: 'Code',
    eightDigits: 'Gib die acht Ziffern aus der E-Mail ein.',
    confirm: 'Bestätigen und anmelden',
    sendAgain: 'Neuen Code schicken',
    wrongCode:
      'Der Code ist falsch, oder es wurde ein neuerer verschickt. Nimm den Code aus der letzten E-Mail.',
    over: 'Das hat zu lange gedauert oder ist zu oft fehlgeschlagen. Melde dich noch einmal beim Anbieter an.',
    linkFailed: (name) => `Du bist angemeldet, aber ${name} konnte nicht verknüpft werden.`,
    done: 'Frühere Anmeldewege wurden entfernt',
    removedIntro:
      'Das war eingerichtet, bevor du dich zum ersten Mal angemeldet hast, und gilt nicht mehr:',
    removed: {
      password: 'Das Passwort',
      sessions: (count) => (count === 1 ? '1 Sitzung' : `${grouped(count)} Sitzungen`),
      tokens: (count) => (count === 1 ? '1 Token' : `${grouped(count)} Tokens`),
      factors: (count) => (count === 1 ? '1 zweiter Faktor' : `${grouped(count)} zweite Faktoren`),
      identities: (count) =>
        count === 1 ? '1 verknüpftes Konto' : `${grouped(count)} verknüpfte Konten`,
    },
    continue: 'Weiter',
  },
});
