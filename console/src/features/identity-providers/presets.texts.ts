import type { PresetId } from '@annals/rules/provider-presets';
import { type Language, texts, useLanguage } from '../../platform/texts.ts';

/** Where a value of the form is found in the administration of a product, as its pages are named in English. */
interface Place {
  value: string;
  path: readonly string[];
  note?: string;
}

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
  },
  de: {
    product: 'Produkt',
    productHint: 'Füllt aus, was bei jeder Installation gleich ist. Alles lässt sich ändern.',
    other: 'Anderes',
    where: 'Wo die Werte stehen',
  },
});

/** Where the values of each product are found. */
const places: Record<Language, Record<PresetId, readonly Place[]>> = {
  en: {
    entra: [
      {
        value: 'Issuer',
        path: [...entra, 'Overview', 'Directory (tenant) ID'],
        note: 'Replace TENANT-ID in the issuer with it.',
      },
      { value: 'Client ID', path: [...entra, 'Overview', 'Application (client) ID'] },
      {
        value: 'Client secret',
        path: [...entra, 'Certificates & secrets', 'New client secret', 'Value'],
        note: 'Not the Secret ID.',
      },
      { value: 'Callback URL', path: [...entra, 'Authentication', 'Add a platform', 'Web'] },
      {
        value: 'Groups',
        path: [...entra, 'Token configuration', 'Add groups claim'],
        note: 'The claim contains object IDs. With more than 200 groups they are fetched, which needs the permission GroupMember.Read.All.',
      },
      {
        value: 'Email',
        path: [...entra, 'Token configuration', 'Add optional claim', 'email, xms_pl'],
        note: 'Entra ID does not say that an email is verified. Trust it only for a tenant whose administrators set all emails.',
      },
    ],
    okta: [
      {
        value: 'Issuer',
        path: ['Okta Admin Console', 'Security', 'API', 'Issuer URI'],
        note: 'The address of your organization, without “-admin”.',
      },
      { value: 'Client ID', path: [...okta, 'General', 'Client ID'] },
      { value: 'Client secret', path: [...okta, 'General', 'Client secrets'] },
      { value: 'Callback URL', path: [...okta, 'General', 'Sign-in redirect URIs'] },
      {
        value: 'Groups',
        path: [...okta, 'Sign On', 'OpenID Connect ID Token', 'Group claims filter'],
        note: 'Name the claim groups, and choose “Matches regex” with .*',
      },
    ],
    google: [
      { value: 'Client ID', path: [...google, 'Client ID'] },
      { value: 'Client secret', path: [...google, 'Client secrets'] },
      { value: 'Callback URL', path: [...google, 'Authorized redirect URIs'] },
      {
        value: 'Groups',
        path: [],
        note: 'Google sends no groups, so roles are granted here.',
      },
    ],
    keycloak: [
      {
        value: 'Issuer',
        path: [
          'Keycloak Admin Console',
          'Realm settings',
          'OpenID Endpoint Configuration',
          'issuer',
        ],
      },
      { value: 'Client ID', path: [...keycloak, 'Settings', 'Client ID'] },
      {
        value: 'Client secret',
        path: [...keycloak, 'Credentials', 'Client Secret'],
        note: 'Only with “Client authentication” switched on.',
      },
      { value: 'Callback URL', path: [...keycloak, 'Settings', 'Valid redirect URIs'] },
      {
        value: 'Groups',
        path: [...keycloak, 'Client scopes', 'Add mapper', 'Group Membership'],
        note: 'Token claim name: groups. With “Full group path” a group is written as /staff.',
      },
      { value: 'Back-channel logout', path: [...keycloak, 'Settings', 'Backchannel logout URL'] },
    ],
    authentik: [
      {
        value: 'Issuer',
        path: [...authentik, 'OpenID Configuration Issuer'],
        note: 'With the slash at its end.',
      },
      { value: 'Client ID', path: [...authentik, 'Edit', 'Client ID'] },
      { value: 'Client secret', path: [...authentik, 'Edit', 'Client Secret'] },
      { value: 'Callback URL', path: [...authentik, 'Edit', 'Redirect URIs/Origins'] },
      {
        value: 'Signature',
        path: [...authentik, 'Edit', 'Signing Key'],
        note: 'Choose a key. Without one, ID tokens are signed with the client secret (HS256), which has to be chosen here.',
      },
      {
        value: 'Email',
        path: [],
        note: 'authentik says that emails are not verified. Trust them if only administrators set them.',
      },
    ],
    zitadel: [
      { value: 'Issuer', path: ['Zitadel Console', 'Applications', 'URLs', 'Issuer'] },
      { value: 'Client ID', path: [...zitadel, 'Client ID'] },
      {
        value: 'Client secret',
        path: [...zitadel, 'Actions', 'Regenerate Client Secret'],
        note: 'For the authentication method private_key_jwt, paste the JSON file of a key.',
      },
      { value: 'Callback URL', path: [...zitadel, 'Redirect Settings', 'Redirect URIs'] },
      {
        value: 'Groups',
        path: ['Zitadel Console', 'Projects', 'General', 'Assert Roles on Authentication'],
        note: 'The roles of the project are the keys of the claim.',
      },
    ],
    gitlab: [
      { value: 'Issuer', path: [], note: 'The address of your GitLab.' },
      { value: 'Client ID', path: [...gitlab, 'Application ID'] },
      { value: 'Client secret', path: [...gitlab, 'Secret'] },
      { value: 'Callback URL', path: [...gitlab, 'Redirect URI'] },
      { value: 'Scopes', path: [...gitlab, 'Scopes'], note: 'Select openid, profile and email.' },
      {
        value: 'Groups',
        path: [],
        note: 'groups_direct contains the groups that a person is a direct member of.',
      },
    ],
  },
  de: {
    entra: [
      {
        value: 'Issuer',
        path: [...entra, 'Overview', 'Directory (tenant) ID'],
        note: 'Setze sie im Issuer an die Stelle von TENANT-ID.',
      },
      { value: 'Client-ID', path: [...entra, 'Overview', 'Application (client) ID'] },
      {
        value: 'Client-Secret',
        path: [...entra, 'Certificates & secrets', 'New client secret', 'Value'],
        note: 'Nicht die „Secret ID“.',
      },
      { value: 'Callback-Adresse', path: [...entra, 'Authentication', 'Add a platform', 'Web'] },
      {
        value: 'Gruppen',
        path: [...entra, 'Token configuration', 'Add groups claim'],
        note: 'Der Claim enthält Objekt-IDs. Bei mehr als 200 Gruppen werden sie abgerufen; dafür ist die Berechtigung GroupMember.Read.All nötig.',
      },
      {
        value: 'E-Mail',
        path: [...entra, 'Token configuration', 'Add optional claim', 'email, xms_pl'],
        note: 'Entra ID sagt nicht, ob eine E-Mail bestätigt ist. Vertraue ihr nur bei einem Mandanten, dessen Administratoren alle E-Mails vergeben.',
      },
    ],
    okta: [
      {
        value: 'Issuer',
        path: ['Okta Admin Console', 'Security', 'API', 'Issuer URI'],
        note: 'Die Adresse deiner Organisation, ohne „-admin“.',
      },
      { value: 'Client-ID', path: [...okta, 'General', 'Client ID'] },
      { value: 'Client-Secret', path: [...okta, 'General', 'Client secrets'] },
      { value: 'Callback-Adresse', path: [...okta, 'General', 'Sign-in redirect URIs'] },
      {
        value: 'Gruppen',
        path: [...okta, 'Sign On', 'OpenID Connect ID Token', 'Group claims filter'],
        note: 'Nenne den Claim groups und wähle „Matches regex“ mit .*',
      },
    ],
    google: [
      { value: 'Client-ID', path: [...google, 'Client ID'] },
      { value: 'Client-Secret', path: [...google, 'Client secrets'] },
      { value: 'Callback-Adresse', path: [...google, 'Authorized redirect URIs'] },
      {
        value: 'Gruppen',
        path: [],
        note: 'Google sendet keine Gruppen; Rollen werden hier zugewiesen.',
      },
    ],
    keycloak: [
      {
        value: 'Issuer',
        path: [
          'Keycloak Admin Console',
          'Realm settings',
          'OpenID Endpoint Configuration',
          'issuer',
        ],
      },
      { value: 'Client-ID', path: [...keycloak, 'Settings', 'Client ID'] },
      {
        value: 'Client-Secret',
        path: [...keycloak, 'Credentials', 'Client Secret'],
        note: 'Nur mit eingeschaltetem „Client authentication“.',
      },
      { value: 'Callback-Adresse', path: [...keycloak, 'Settings', 'Valid redirect URIs'] },
      {
        value: 'Gruppen',
        path: [...keycloak, 'Client scopes', 'Add mapper', 'Group Membership'],
        note: 'Token claim name: groups. Mit „Full group path“ heißt eine Gruppe /staff.',
      },
      { value: 'Back-Channel-Logout', path: [...keycloak, 'Settings', 'Backchannel logout URL'] },
    ],
    authentik: [
      {
        value: 'Issuer',
        path: [...authentik, 'OpenID Configuration Issuer'],
        note: 'Mit dem Schrägstrich am Ende.',
      },
      { value: 'Client-ID', path: [...authentik, 'Edit', 'Client ID'] },
      { value: 'Client-Secret', path: [...authentik, 'Edit', 'Client Secret'] },
      { value: 'Callback-Adresse', path: [...authentik, 'Edit', 'Redirect URIs/Origins'] },
      {
        value: 'Signatur',
        path: [...authentik, 'Edit', 'Signing Key'],
        note: 'Wähle einen Schlüssel. Ohne ihn werden ID-Tokens mit dem Client-Secret signiert (HS256); das muss hier gewählt werden.',
      },
      {
        value: 'E-Mail',
        path: [],
        note: 'authentik meldet E-Mails als nicht bestätigt. Vertraue ihnen, wenn nur Administratoren sie vergeben.',
      },
    ],
    zitadel: [
      { value: 'Issuer', path: ['Zitadel Console', 'Applications', 'URLs', 'Issuer'] },
      { value: 'Client-ID', path: [...zitadel, 'Client ID'] },
      {
        value: 'Client-Secret',
        path: [...zitadel, 'Actions', 'Regenerate Client Secret'],
        note: 'Für die Authentisierung private_key_jwt: Füge die JSON-Datei eines Schlüssels ein.',
      },
      { value: 'Callback-Adresse', path: [...zitadel, 'Redirect Settings', 'Redirect URIs'] },
      {
        value: 'Gruppen',
        path: ['Zitadel Console', 'Projects', 'General', 'Assert Roles on Authentication'],
        note: 'Die Rollen des Projekts sind die Schlüssel des Claims.',
      },
    ],
    gitlab: [
      { value: 'Issuer', path: [], note: 'Die Adresse deines GitLab.' },
      { value: 'Client-ID', path: [...gitlab, 'Application ID'] },
      { value: 'Client-Secret', path: [...gitlab, 'Secret'] },
      { value: 'Callback-Adresse', path: [...gitlab, 'Redirect URI'] },
      { value: 'Scopes', path: [...gitlab, 'Scopes'], note: 'Wähle openid, profile und email.' },
      {
        value: 'Gruppen',
        path: [],
        note: 'groups_direct enthält die Gruppen, in denen jemand direkt Mitglied ist.',
      },
    ],
  },
};

/** In the language of the console. */
export const usePlaces = () => places[useLanguage()];
