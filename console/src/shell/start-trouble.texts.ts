import { productTitle } from '../platform/api/product.ts';
import { texts } from '../platform/texts.ts';

export const useStartTroubleTexts = texts({
  en: {
    networkTitle: 'Not from this network',
    userFailed: 'The authentication service did not return your user.',
    whatNow: 'Try again. If that does not help, log out, or ask an administrator for help.',
    logout: 'Logout',
    slowTitle: 'Still starting',
    waitingForUser: 'The authentication service has not returned your user yet.',
    waitingForDataUser: `${productTitle} has not returned your user yet.`,
    slowHint: 'The page opens as soon as the response arrives.',
    dataUserFailed: `${productTitle} did not return your user, so pages may show less than usual`,
  },
  de: {
    networkTitle: 'Nicht aus diesem Netz',
    userFailed: 'Der Authentifizierungsdienst hat deinen Benutzer nicht geliefert.',
    whatNow:
      'Versuche es erneut. Wenn das nicht hilft, melde dich ab oder bitte die Administration um Hilfe.',
    logout: 'Abmelden',
    slowTitle: 'Der Start dauert noch an',
    waitingForUser: 'Der Authentifizierungsdienst hat deinen Benutzer noch nicht geliefert.',
    waitingForDataUser: `${productTitle} hat deinen Benutzer noch nicht geliefert.`,
    slowHint: 'Die Seite öffnet sich, sobald die Antwort da ist.',
    dataUserFailed: `${productTitle} hat deinen Benutzer nicht geliefert. Seiten zeigen vielleicht weniger als sonst`,
  },
});
