import { texts } from '../platform/texts.ts';

export const usePasskeyOfferTexts = texts({
  en: {
    title: 'Sign in without a password next time.',
    how: 'A passkey uses your fingerprint, face or PIN on this device.',
    create: 'Create a passkey',
    notNow: 'No, thanks',
  },
  de: {
    title: 'Melde dich nächstes Mal ohne Passwort an.',
    how: 'Ein Passkey nutzt Fingerabdruck, Gesicht oder PIN auf diesem Gerät.',
    create: 'Passkey anlegen',
    notNow: 'Nein, danke',
  },
});
