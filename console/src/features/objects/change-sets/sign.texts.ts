import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about signing an approval. */
export const useSignTexts = texts({
  en: {
    signature: 'Signature',
    required: 'The policy of this partition requires one.',
    meaningNeeded: 'Choose what your signature means.',
    choices: {
      NONE: 'Without a signature',
      REVIEWED: 'Signed: reviewed',
      APPROVED: 'Signed: approved',
      RESPONSIBLE: 'Signed: responsible',
    },
    choiceHints: {
      REVIEWED: 'I have reviewed these changes.',
      APPROVED: 'I approve these changes.',
      RESPONSIBLE: 'I am responsible for these changes.',
    },
    goOn: 'Continue to signing',
    addTitle: 'Sign your approval?',
    addQuestion:
      'You have approved this revision without a signature. With one, your approval can be verified in the proof of each object.',
    changedSince: 'The change set has been edited since you opened it. Look at it again.',
    title: 'Sign your approval',
    question:
      'Your signature covers every value of these changes, your name, the time and its meaning. Anyone can verify it in the proof of each object, even without this service.',
    signer: 'Signed by',
    meaning: 'Meaning',
    changeSet: 'Change set',
    covers: 'Covers',
    changes: (count: number) => (count === 1 ? '1 change' : `${grouped(count)} changes`),
    time: 'Time',
    root: 'Fingerprint',
    withPasskey: 'Sign with a passkey',
    weaker: 'Sign with password and code instead',
    weakerHint:
      'This is the weaker form and is shown as such: only the service confirms that it was you, not a key of your own.',
    password: 'Password',
    passwordMissing: 'Enter your password.',
    code: 'Code from the authenticator app',
    codeMissing: 'Enter the six digits of the code.',
    withPassword: 'Sign with password and code',
    noPasskeyUsed: 'No passkey was used. Try again, or use another way.',
    noWay:
      'This browser cannot use your passkey. Use another browser, or add an authenticator app to your account.',
    notSigned: 'This was not signed',
    back: 'Back',
  },
  de: {
    signature: 'Signatur',
    required: 'Die Richtlinie dieser Partition verlangt eine.',
    meaningNeeded: 'Wähle, was deine Signatur bedeutet.',
    choices: {
      NONE: 'Ohne Signatur',
      REVIEWED: 'Signiert: geprüft',
      APPROVED: 'Signiert: freigegeben',
      RESPONSIBLE: 'Signiert: verantwortlich',
    },
    choiceHints: {
      REVIEWED: 'Ich habe diese Änderungen geprüft.',
      APPROVED: 'Ich gebe diese Änderungen frei.',
      RESPONSIBLE: 'Ich bin für diese Änderungen verantwortlich.',
    },
    goOn: 'Weiter zur Signatur',
    addTitle: 'Deine Freigabe signieren?',
    addQuestion:
      'Du hast diese Revision ohne Signatur freigegeben. Mit einer lässt sich deine Freigabe im Beweis jedes Objekts prüfen.',
    changedSince:
      'Der Änderungssatz wurde bearbeitet, seit du ihn geöffnet hast. Sieh ihn dir noch einmal an.',
    title: 'Freigabe signieren',
    question:
      'Deine Signatur gilt für jeden Wert dieser Änderungen, deinen Namen, die Zeit und ihre Bedeutung. Sie lässt sich im Beweis jedes Objekts prüfen, auch ohne diesen Dienst.',
    signer: 'Signiert von',
    meaning: 'Bedeutung',
    changeSet: 'Änderungssatz',
    covers: 'Umfasst',
    changes: (count) => (count === 1 ? '1 Änderung' : `${grouped(count)} Änderungen`),
    time: 'Zeit',
    root: 'Fingerabdruck',
    withPasskey: 'Mit Passkey signieren',
    weaker: 'Stattdessen mit Passwort und Code signieren',
    weakerHint:
      'Das ist die schwächere Form, und sie wird so angezeigt: Dass du es warst, bezeugt der Dienst und kein Schlüssel von dir.',
    password: 'Passwort',
    passwordMissing: 'Gib dein Passwort an.',
    code: 'Code aus der Authenticator-App',
    codeMissing: 'Gib die sechs Ziffern des Codes an.',
    withPassword: 'Mit Passwort und Code signieren',
    noPasskeyUsed: 'Es wurde kein Passkey verwendet. Versuch es noch einmal oder auf andere Weise.',
    noWay:
      'Dieser Browser kann deinen Passkey nicht verwenden. Nimm einen anderen Browser, oder füge deinem Konto eine Authenticator-App hinzu.',
    notSigned: 'Das wurde nicht signiert',
    back: 'Zurück',
  },
});
