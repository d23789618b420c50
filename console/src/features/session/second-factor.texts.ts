import { grouped, texts } from '../../platform/texts.ts';

export const useSecondFactorTexts = texts({
  en: {
    confirmItIsYou: 'Confirm your identity',
    code: 'Code',
    codeFromApp: 'The six digits shown in your authenticator app.',
    sixDigits: 'Enter all six digits.',
    missingCode: 'Enter one of your recovery codes.',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'One of those you stored when you set up the second factor. Each works once.',
    passkeyHint: 'Your browser asks for your fingerprint, face, PIN or security key.',
    trustDevice: (days: number) =>
      days === 1 ? 'Trust this device for 1 day' : `Trust this device for ${grouped(days)} days`,
    trustDeviceHint: 'You will only need your password here. Not on a shared computer.',
    usePasskey: 'Use a passkey',
    insteadUse: {
      TOTP: 'Use a code from the app',
      PASSKEY: 'Use a passkey',
      RECOVERY_CODE: 'Use a recovery code',
    },
    backToPassword: 'Sign in as someone else',
    passkeyNotUsed: 'No passkey was used. Try again, or choose another way below.',
    wrong: {
      TOTP: 'This code is wrong. Wait for the next one in the app, then try again.',
      PASSKEY: 'This passkey does not belong to the account. Try another one.',
      RECOVERY_CODE: 'This recovery code is wrong, or it was used before.',
    },
    noWay:
      'This account requires a second factor that this browser does not support. Try another browser or device, or ask an administrator.',
    setUpApp: 'Set up an authenticator app',
    mustSetUp:
      'Your account requires a second factor in addition to the password. An authenticator app on your phone provides it.',
    scan: 'Scan this code with the app.',
    qrCode: 'QR code for the authenticator app',
    orTypeSecret: 'Or enter this secret in the app:',
    copySecret: 'Copy the secret',
    thenEnterCode: 'Enter the code shown in the app.',
    confirmAndSignIn: 'Confirm and sign in',
    tryAgain: 'Try again',
    recoveryCodes: 'Store your recovery codes',
    recoveryCodesText:
      'Each works once, for when you do not have your app at hand. They are shown only once: keep them with your passwords.',
    recoveryCodesOf: (product: string) => `Recovery codes for ${product}; each works once.`,
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'The browser blocked copying. Download them or write them down.',
    download: 'Download',
    iHaveStoredThem: 'I have stored them',
  },
  de: {
    confirmItIsYou: 'Bestätige, dass du es bist',
    code: 'Code',
    codeFromApp: 'Die sechs Ziffern, die deine Authenticator-App gerade zeigt.',
    sixDigits: 'Gib alle sechs Ziffern an.',
    missingCode: 'Gib einen deiner Wiederherstellungscodes an.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryCodeHint:
      'Einer von denen, die du beim Einrichten des zweiten Faktors aufbewahrt hast. Jeder gilt einmal.',
    passkeyHint: 'Dein Browser fragt nach Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel.',
    trustDevice: (days) =>
      days === 1
        ? 'Diesem Gerät 1 Tag lang vertrauen'
        : `Diesem Gerät ${grouped(days)} Tage lang vertrauen`,
    trustDeviceHint: 'Hier reicht dann dein Passwort. Nicht auf einem gemeinsamen Computer.',
    usePasskey: 'Passkey verwenden',
    insteadUse: {
      TOTP: 'Code aus der App verwenden',
      PASSKEY: 'Passkey verwenden',
      RECOVERY_CODE: 'Wiederherstellungscode verwenden',
    },
    backToPassword: 'Als jemand anderes anmelden',
    passkeyNotUsed:
      'Es wurde kein Passkey verwendet. Versuche es erneut oder wähle unten einen anderen Weg.',
    wrong: {
      TOTP: 'Dieser Code stimmt nicht. Warte auf den nächsten in der App und versuche es erneut.',
      PASSKEY: 'Dieser Passkey gehört nicht zu dem Konto. Versuche es mit einem anderen.',
      RECOVERY_CODE:
        'Dieser Wiederherstellungscode stimmt nicht oder wurde schon einmal verwendet.',
    },
    noWay:
      'Dieses Konto verlangt einen zweiten Faktor, den dieser Browser nicht unterstützt. Versuche es mit einem anderen Browser oder Gerät oder wende dich an die Administration.',
    setUpApp: 'Authenticator-App einrichten',
    mustSetUp:
      'Dein Konto braucht neben dem Passwort einen zweiten Faktor. Eine Authenticator-App auf deinem Telefon liefert ihn.',
    scan: 'Scanne diesen Code mit der App.',
    qrCode: 'QR-Code für die Authenticator-App',
    orTypeSecret: 'Oder tippe dieses Geheimnis in die App:',
    copySecret: 'Geheimnis kopieren',
    thenEnterCode: 'Gib den Code ein, den die App zeigt.',
    confirmAndSignIn: 'Bestätigen und anmelden',
    tryAgain: 'Erneut versuchen',
    recoveryCodes: 'Bewahre deine Wiederherstellungscodes auf',
    recoveryCodesText:
      'Jeder gilt einmal, falls du deine App nicht zur Hand hast. Sie werden nur jetzt gezeigt: Bewahre sie bei deinen Passwörtern auf.',
    recoveryCodesOf: (product) => `Wiederherstellungscodes für ${product}; jeder gilt einmal.`,
    copy: 'Kopieren',
    copied: 'Kopiert',
    notCopied: 'Der Browser ließ das Kopieren nicht zu. Lade sie herunter oder schreibe sie auf.',
    download: 'Herunterladen',
    iHaveStoredThem: 'Ich habe sie aufbewahrt',
  },
});
