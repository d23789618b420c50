import type { PresetId } from '@annals/rules/provider-presets';
import { type Language, texts } from '../../platform/texts.ts';

const entra = ['Microsoft Entra admin center', 'App registrations'];
const okta = ['Okta Admin Console', 'Applications'];
const google = ['Google Cloud console', 'Google Auth Platform', 'Clients'];
const keycloak = ['Keycloak Admin Console', 'Clients'];
const authentik = ['authentik Admin interface', 'Applications', 'Providers'];
const zitadel = ['Zitadel Console', 'Projects', 'Applications'];
const gitlab = ['GitLab', 'Admin or group', 'Settings', 'Applications'];

export const usePresetTexts = texts({
  en: {
    product: 'Product',
    productHint: 'Fills in what is the same for all its installations. You can change everything.',
    other: 'Other',
    where: 'Where to find the values',
    values: {
      issuer: 'Issuer',
      clientId: 'Client ID',
      clientSecret: 'Client secret',
      callback: 'Callback URL',
      groups: 'Groups',
      email: 'Email',
      logout: 'Back-channel logout',
      signature: 'Signature',
      scopes: 'Scopes',
    },
  },
  de: {
    product: 'Produkt',
    productHint: 'Füllt aus, was bei jeder Installation gleich ist. Alles lässt sich ändern.',
    other: 'Anderes',
    where: 'Wo die Werte stehen',
    values: {
      issuer: 'Issuer',
      clientId: 'Client-ID',
      clientSecret: 'Client-Secret',
      callback: 'Callback-Adresse',
      groups: 'Gruppen',
      email: 'E-Mail',
      logout: 'Back-Channel-Logout',
      signature: 'Signatur',
      scopes: 'Scopes',
    },
  },
});

/** Where a value of the form is found in the administration of a product, as its pages are named in English. */
interface Place {
  value: keyof ReturnType<typeof usePresetTexts>['values'];
  path: readonly string[];
  note?: Record<Language, string>;
}

export const places: Record<PresetId, readonly Place[]> = {
  entra: [
    {
      value: 'issuer',
      path: [...entra, 'Overview', 'Directory (tenant) ID'],
      note: {
        en: 'Replace TENANT-ID in the issuer with it.',
        de: 'Setze sie im Issuer an die Stelle von TENANT-ID.',
      },
    },
    { value: 'clientId', path: [...entra, 'Overview', 'Application (client) ID'] },
    {
      value: 'clientSecret',
      path: [...entra, 'Certificates & secrets', 'New client secret', 'Value'],
      note: { en: 'Not the Secret ID.', de: 'Nicht die „Secret ID“.' },
    },
    { value: 'callback', path: [...entra, 'Authentication', 'Add a platform', 'Web'] },
    {
      value: 'groups',
      path: [...entra, 'Token configuration', 'Add groups claim'],
      note: {
        en: 'The claim contains object IDs. With more than 200 groups they are fetched, which needs the permission GroupMember.Read.All.',
        de: 'Der Claim enthält Objekt-IDs. Bei mehr als 200 Gruppen werden sie abgerufen; dafür ist die Berechtigung GroupMember.Read.All nötig.',
      },
    },
    {
      value: 'email',
      path: [...entra, 'Token configuration', 'Add optional claim', 'email, xms_pl'],
      note: {
        en: 'Entra ID does not say that an email is verified. Trust it only for a tenant whose administrators set all emails.',
        de: 'Entra ID sagt nicht, ob eine E-Mail bestätigt ist. Vertraue ihr nur bei einem Mandanten, dessen Administratoren alle E-Mails vergeben.',
      },
    },
  ],
  okta: [
    {
      value: 'issuer',
      path: ['Okta Admin Console', 'Security', 'API', 'Issuer URI'],
      note: {
        en: 'The address of your organization, without “-admin”.',
        de: 'Die Adresse deiner Organisation, ohne „-admin“.',
      },
    },
    { value: 'clientId', path: [...okta, 'General', 'Client ID'] },
    { value: 'clientSecret', path: [...okta, 'General', 'Client secrets'] },
    { value: 'callback', path: [...okta, 'General', 'Sign-in redirect URIs'] },
    {
      value: 'groups',
      path: [...okta, 'Sign On', 'OpenID Connect ID Token', 'Group claims filter'],
      note: {
        en: 'Name the claim groups, and choose “Matches regex” with .*',
        de: 'Nenne den Claim groups und wähle „Matches regex“ mit .*',
      },
    },
  ],
  google: [
    { value: 'clientId', path: [...google, 'Client ID'] },
    { value: 'clientSecret', path: [...google, 'Client secrets'] },
    { value: 'callback', path: [...google, 'Authorized redirect URIs'] },
    {
      value: 'groups',
      path: [],
      note: {
        en: 'Google sends no groups, so roles are granted here.',
        de: 'Google sendet keine Gruppen; Rollen werden hier zugewiesen.',
      },
    },
  ],
  keycloak: [
    {
      value: 'issuer',
      path: ['Keycloak Admin Console', 'Realm settings', 'OpenID Endpoint Configuration', 'issuer'],
    },
    { value: 'clientId', path: [...keycloak, 'Settings', 'Client ID'] },
    {
      value: 'clientSecret',
      path: [...keycloak, 'Credentials', 'Client Secret'],
      note: {
        en: 'Only with “Client authentication” switched on.',
        de: 'Nur mit eingeschaltetem „Client authentication“.',
      },
    },
    { value: 'callback', path: [...keycloak, 'Settings', 'Valid redirect URIs'] },
    {
      value: 'groups',
      path: [...keycloak, 'Client scopes', 'Add mapper', 'Group Membership'],
      note: {
        en: 'Token claim name: groups. With “Full group path” a group is written as /staff.',
        de: 'Token claim name: groups. Mit „Full group path“ heißt eine Gruppe /staff.',
      },
    },
    { value: 'logout', path: [...keycloak, 'Settings', 'Backchannel logout URL'] },
  ],
  authentik: [
    {
      value: 'issuer',
      path: [...authentik, 'OpenID Configuration Issuer'],
      note: { en: 'With the slash at its end.', de: 'Mit dem Schrägstrich am Ende.' },
    },
    { value: 'clientId', path: [...authentik, 'Edit', 'Client ID'] },
    { value: 'clientSecret', path: [...authentik, 'Edit', 'Client Secret'] },
    { value: 'callback', path: [...authentik, 'Edit', 'Redirect URIs/Origins'] },
    {
      value: 'signature',
      path: [...authentik, 'Edit', 'Signing Key'],
      note: {
        en: 'Choose a key. Without one, ID tokens are signed with the client secret (HS256), which has to be chosen here.',
        de: 'Wähle einen Schlüssel. Ohne ihn werden ID-Tokens mit dem Client-Secret signiert (HS256); das muss hier gewählt werden.',
      },
    },
    {
      value: 'email',
      path: [],
      note: {
        en: 'authentik says that emails are not verified. Trust them if only administrators set them.',
        de: 'authentik meldet E-Mails als nicht bestätigt. Vertraue ihnen, wenn nur Administratoren sie vergeben.',
      },
    },
  ],
  zitadel: [
    { value: 'issuer', path: ['Zitadel Console', 'Applications', 'URLs', 'Issuer'] },
    { value: 'clientId', path: [...zitadel, 'Client ID'] },
    {
      value: 'clientSecret',
      path: [...zitadel, 'Actions', 'Regenerate Client Secret'],
      note: {
        en: 'For the authentication method private_key_jwt, paste the JSON file of a key.',
        de: 'Für die Authentisierung private_key_jwt: Füge die JSON-Datei eines Schlüssels ein.',
      },
    },
    { value: 'callback', path: [...zitadel, 'Redirect Settings', 'Redirect URIs'] },
    {
      value: 'groups',
      path: ['Zitadel Console', 'Projects', 'General', 'Assert Roles on Authentication'],
      note: {
        en: 'The roles of the project are the keys of the claim.',
        de: 'Die Rollen des Projekts sind die Schlüssel des Claims.',
      },
    },
  ],
  gitlab: [
    {
      value: 'issuer',
      path: [],
      note: { en: 'The address of your GitLab.', de: 'Die Adresse deines GitLab.' },
    },
    { value: 'clientId', path: [...gitlab, 'Application ID'] },
    { value: 'clientSecret', path: [...gitlab, 'Secret'] },
    { value: 'callback', path: [...gitlab, 'Redirect URI'] },
    {
      value: 'scopes',
      path: [...gitlab, 'Scopes'],
      note: { en: 'Select openid, profile and email.', de: 'Wähle openid, profile und email.' },
    },
    {
      value: 'groups',
      path: [],
      note: {
        en: 'groups_direct contains the groups that a person is a direct member of.',
        de: 'groups_direct enthält die Gruppen, in denen jemand direkt Mitglied ist.',
      },
    },
  ],
};
