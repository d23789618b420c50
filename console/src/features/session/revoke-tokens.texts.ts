import { tokenScopeLabels } from '@annals/contracts/token-scope-labels';
import { grouped, texts } from '../../platform/texts.ts';

export const useRevokeTokensTexts = texts({
  en: {
    revokeTokens: 'Revoke API tokens',
    notOffered:
      'With the connected services, a link cannot revoke API tokens. Ask an administrator to revoke them.',
    title: (count: number) =>
      count === 1 ? 'Revoke this API token?' : `Revoke these ${grouped(count)} API tokens?`,
    text: (email: string, count: number) =>
      count === 1
        ? `It is the only valid token that ${email} created. Programs that use it stop working immediately. This cannot be undone.`
        : `They are all valid tokens that ${email} created. Programs that use them stop working immediately. This cannot be undone.`,
    scope: tokenScopeLabels.en,
    ofApplication: (name: string) => `Application ${name}`,
    created: 'Created',
    lastUsed: 'Last used',
    neverUsed: 'Never used',
    more: (count: number) => `… and ${grouped(count)} more`,
    revoke: (count: number) => (count === 1 ? 'Revoke token' : `Revoke ${grouped(count)} tokens`),
    notRevoked: 'The tokens were not revoked.',
    revoked: (count: number) =>
      count === 1 ? 'The API token is revoked' : `${grouped(count)} API tokens are revoked`,
    revokedText:
      'Programs that use them are refused from now on. If you did not create one of them, someone else can access your account: set a new password too, which ends all sessions.',
    none: 'No valid API tokens',
    noneText: (email: string) =>
      `All tokens that ${email} created are revoked or have expired. There is nothing to revoke.`,
    link: {
      missing: {
        title: 'This page needs a link',
        text: 'Open the link from your email again. Opening it revokes nothing.',
      },
      expired: {
        title: 'This link has expired',
        text: 'It was valid for 7 days. Revoke tokens in the list of your API tokens; if you cannot sign in, set a new password, which revokes your own tokens.',
      },
      used: {
        title: 'This link was already used',
        text: 'The tokens that were valid then are revoked. Your list of API tokens shows whether there are new ones.',
      },
      unknown: {
        title: 'This link is not valid',
        text: 'Check that the whole link was copied. You can also revoke tokens in the list of your API tokens.',
      },
    },
    openTokens: 'Open my API tokens',
    newPassword: 'Set a new password',
  },
  de: {
    revokeTokens: 'API-Tokens widerrufen',
    notOffered:
      'Mit den verbundenen Diensten lassen sich API-Tokens nicht mit einem Link widerrufen. Bitte einen Administrator darum.',
    title: (count) =>
      count === 1
        ? 'Dieses API-Token widerrufen?'
        : `Diese ${grouped(count)} API-Tokens widerrufen?`,
    text: (email, count) =>
      count === 1
        ? `Es ist das einzige gültige Token, das ${email} angelegt hat. Programme, die es benutzen, funktionieren ab sofort nicht mehr. Das lässt sich nicht rückgängig machen.`
        : `Das sind alle gültigen Tokens, die ${email} angelegt hat. Programme, die sie benutzen, funktionieren ab sofort nicht mehr. Das lässt sich nicht rückgängig machen.`,
    scope: tokenScopeLabels.de,
    ofApplication: (name) => `Anwendung ${name}`,
    created: 'Angelegt',
    lastUsed: 'Zuletzt benutzt',
    neverUsed: 'Nie benutzt',
    more: (count) => `… und ${grouped(count)} weitere`,
    revoke: (count) => (count === 1 ? 'Token widerrufen' : `${grouped(count)} Tokens widerrufen`),
    notRevoked: 'Die Tokens wurden nicht widerrufen.',
    revoked: (count) =>
      count === 1 ? 'Das API-Token ist widerrufen' : `${grouped(count)} API-Tokens sind widerrufen`,
    revokedText:
      'Programme, die sie benutzen, werden ab jetzt abgelehnt. Wenn du eines davon nicht angelegt hast, hat jemand anders Zugriff auf dein Konto: Setze auch ein neues Passwort; das beendet alle Sitzungen.',
    none: 'Keine gültigen API-Tokens',
    noneText: (email) =>
      `Alle Tokens, die ${email} angelegt hat, sind widerrufen oder abgelaufen. Es gibt nichts zu widerrufen.`,
    link: {
      missing: {
        title: 'Diese Seite braucht einen Link',
        text: 'Öffne den Link aus deiner Mail noch einmal. Das Öffnen widerruft nichts.',
      },
      expired: {
        title: 'Dieser Link ist abgelaufen',
        text: 'Er galt 7 Tage. Widerrufe Tokens in der Liste deiner API-Tokens; wenn du dich nicht anmelden kannst, setze ein neues Passwort, das widerruft deine eigenen Tokens.',
      },
      used: {
        title: 'Dieser Link wurde schon benutzt',
        text: 'Die Tokens, die damals gültig waren, sind widerrufen. Ob es neue gibt, zeigt die Liste deiner API-Tokens.',
      },
      unknown: {
        title: 'Dieser Link ist ungültig',
        text: 'Prüfe, ob der ganze Link kopiert wurde. Du kannst Tokens auch in der Liste deiner API-Tokens widerrufen.',
      },
    },
    openTokens: 'Meine API-Tokens öffnen',
    newPassword: 'Neues Passwort setzen',
  },
});
