import { texts } from '../../platform/texts.ts';

export const useProviderCallbackTexts = texts({
  en: {
    backFromProvider: 'Back from the provider',
    failed: {
      signIn: 'You are not signed in',
      link: 'The account was not linked',
      trial: 'The test sign-in was not completed',
      unknown: 'Sign-in could not be completed',
    },
    linked: 'The account at the provider is linked to yours.',
    unknownState:
      'This response from a provider does not belong to a sign-in that was started in this tab, so it was not used. If you did not start one, someone may have sent you a forged link.',
    notAccepted:
      'The service rejected the response from the provider. It may have expired or been used before. Start again; if that does not help, ask an administrator.',
    refused: {
      provider_unreachable:
        'The provider cannot be reached at the moment. Try again later, or sign in another way.',
      subject_missing:
        'The provider did not say who you are. Ask an administrator to check its settings.',
      not_provisioned: 'You have no account here for this provider. Ask an administrator for one.',
      email_missing:
        'The provider sent no email address, which is needed to find or create your account. Ask an administrator.',
      email_not_verified:
        'The provider has not verified your email. Confirm it there, then try again.',
      account_disabled: 'Your account is disabled. Ask an administrator.',
      beyond_unit:
        'This provider belongs to an organizational unit you are not in. Sign in another way.',
      other_identity_linked:
        'Your account is linked to another account at this provider. Sign in with that one.',
      domain_not_verified:
        'The domain of your email is not verified for this provider. Sign in another way, or ask an administrator.',
      email_taken: 'Your email is the user name of another user. Ask an administrator.',
      identity_taken:
        'That account at the provider is linked to another user. Choose another account there.',
    },
    providerError: {
      denied: 'The sign-in at the provider was cancelled, or the provider refused it.',
      unavailable: 'The provider has a problem at the moment. Try again in a few minutes.',
      other: (error: string) =>
        `The provider refused the sign-in (${error}). Tell an administrator if it happens again.`,
      unnamed: 'The provider refused the sign-in. Tell an administrator if it happens again.',
    },
    back: 'Back to the console',
  },
  de: {
    backFromProvider: 'Zurück vom Anbieter',
    failed: {
      signIn: 'Du bist nicht angemeldet',
      link: 'Das Konto wurde nicht verknüpft',
      trial: 'Die Testanmeldung wurde nicht abgeschlossen',
      unknown: 'Die Anmeldung konnte nicht abgeschlossen werden',
    },
    linked: 'Das Konto beim Anbieter ist mit deinem verknüpft.',
    unknownState:
      'Diese Antwort eines Anbieters gehört zu keiner Anmeldung, die in diesem Tab begonnen wurde. Sie wurde nicht verwendet. Wenn du keine begonnen hast, hat dir vielleicht jemand einen gefälschten Link geschickt.',
    notAccepted:
      'Der Dienst hat die Antwort des Anbieters nicht angenommen. Vielleicht hat es zu lange gedauert, oder sie wurde schon verwendet. Beginne noch einmal; hilft das nicht, wende dich an die Administration.',
    refused: {
      provider_unreachable:
        'Der Anbieter ist gerade nicht erreichbar. Versuche es später erneut oder melde dich auf einem anderen Weg an.',
      subject_missing:
        'Der Anbieter hat nicht gesagt, wer du bist. Bitte die Administration, seine Einstellungen zu prüfen.',
      not_provisioned:
        'Du hast hier kein Konto für diesen Anbieter. Bitte die Administration um eines.',
      email_missing:
        'Der Anbieter hat keine E-Mail genannt; ohne sie lässt sich dein Konto weder finden noch anlegen. Wende dich an die Administration.',
      email_not_verified:
        'Der Anbieter hat deine E-Mail nicht bestätigt. Bestätige sie dort und versuche es erneut.',
      account_disabled: 'Dein Konto ist deaktiviert. Wende dich an die Administration.',
      beyond_unit:
        'Dieser Anbieter gehört zu einer Organisationseinheit, in der du nicht bist. Melde dich auf einem anderen Weg an.',
      other_identity_linked:
        'Dein Konto ist mit einem anderen Konto bei diesem Anbieter verknüpft. Melde dich mit diesem an.',
      domain_not_verified:
        'Die Domain deiner E-Mail ist für diesen Anbieter nicht bestätigt. Melde dich auf einem anderen Weg an oder wende dich an die Administration.',
      email_taken:
        'Deine E-Mail ist der Benutzername von jemand anderem. Wende dich an die Administration.',
      identity_taken:
        'Dieses Konto beim Anbieter ist mit einem anderen Benutzer verknüpft. Wähle dort ein anderes Konto.',
    },
    providerError: {
      denied: 'Die Anmeldung beim Anbieter wurde abgebrochen oder von ihm abgelehnt.',
      unavailable:
        'Der Anbieter hat gerade Schwierigkeiten. Versuche es in einigen Minuten erneut.',
      other: (error) =>
        `Der Anbieter hat die Anmeldung abgelehnt (${error}). Wende dich an die Administration, wenn es wieder geschieht.`,
      unnamed:
        'Der Anbieter hat die Anmeldung abgelehnt. Wende dich an die Administration, wenn es wieder geschieht.',
    },
    back: 'Zurück zur Konsole',
  },
});

/** The message for a refusal of the service; undefined for an unknown reason. */
export function refusalText(
  code: string | undefined,
  { refused }: ReturnType<typeof useProviderCallbackTexts>,
): string | undefined {
  return new Map(Object.entries(refused)).get(code ?? '');
}

/** The message for an error of RFC 6749, section 4.1.2.1, or OpenID Connect Core 1.0, section 3.1.2.6. */
export function providerErrorText(
  error: string,
  { providerError }: ReturnType<typeof useProviderCallbackTexts>,
): string {
  if (error === 'access_denied' || error === 'login_required') return providerError.denied;
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return providerError.unavailable;
  // Anyone can create a link to this page, so its texts are never shown.
  return /^\w{1,40}$/.test(error) ? providerError.other(error) : providerError.unnamed;
}
