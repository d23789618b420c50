import { texts } from '../../shared/texts.ts';

export const useProviderTestTexts = texts({
  en: {
    testHint: 'Both steps change nothing and sign nobody in.',
    step1: '1 · Ask the provider about itself',
    checkHint: 'Reads what the provider publishes about itself: its endpoints and keys.',
    runChecks: 'Check',
    notTested: 'The provider could not be tested.',
    step2: '2 · Sign in for trial',
    trial: 'Sign in for trial',
    trialHint: 'You are led to the provider and come back here. You stay signed in as who you are.',
    trialResult: 'What came back',
    received: 'Received claims',
    outcome: 'A real sign-in would',
    outcomes: {
      SIGN_IN: 'sign in the linked user',
      LINK: 'link the user with this email, and sign in',
      CREATE: 'create an account, and sign in',
      REFUSE: 'be refused',
    },
    reason: 'Because',
    trialRoles: 'Roles',
    emailVerified: 'Email verified',
  },
  de: {
    testHint: 'Beide Schritte ändern nichts und melden niemanden an.',
    step1: '1 · Den Anbieter nach sich fragen',
    checkHint: 'Liest, was der Anbieter über sich veröffentlicht: seine Endpunkte und Schlüssel.',
    runChecks: 'Prüfen',
    notTested: 'Der Anbieter konnte nicht getestet werden.',
    step2: '2 · Zur Probe anmelden',
    trial: 'Zur Probe anmelden',
    trialHint:
      'Du wirst zum Anbieter geführt und kommst hierher zurück. Du bleibst angemeldet, wie du bist.',
    trialResult: 'Was zurückkam',
    received: 'Empfangene Claims',
    outcome: 'Eine echte Anmeldung würde',
    outcomes: {
      SIGN_IN: 'den verknüpften Benutzer anmelden',
      LINK: 'den Benutzer mit dieser E-Mail verknüpfen und anmelden',
      CREATE: 'ein Konto anlegen und anmelden',
      REFUSE: 'abgelehnt werden',
    },
    reason: 'Weil',
    trialRoles: 'Rollen',
    emailVerified: 'E-Mail bestätigt',
  },
});
