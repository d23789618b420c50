import { inMinutes } from './words.ts';

/** Identity providers and signing in with them. */
export const identityProviders = {
  discoveryRead: 'The discovery document was read.',
  byHand: 'The endpoints are entered by hand; no discovery document is read.',
  pkceUnstated: 'The provider does not say whether it supports PKCE with S256. It is used anyway.',
  signedWithSecret: 'ID tokens are signed with the client secret ({chosen}).',
  algorithmNotListed: 'The provider does not list the signature algorithm {chosen}.',
  otherAlgorithmsListed:
    'The provider signs ID tokens with {announced} only. If that is intended, choose the algorithm explicitly.',
  noClientKey: 'There is no key to authenticate at the provider.',
  clientKeyNotUsable: 'The private key cannot be used; see fields.',
  privateKeyForm:
    'Enter an unencrypted private key (RSA of at least 2048 bits, EC or Ed25519) as PEM or as a JWK.',
  publicKeyGiven: 'This is a public key. Enter the private one.',
  keyTooShort: 'This RSA key is shorter than 2048 bits.',
  certificateOfOtherKey: 'The certificate belongs to another key.',
  keyTypeUnsupported: 'Keys of this type are not supported. Enter an RSA, EC or Ed25519 key.',
  noIdToken: 'The response of the token endpoint contains no id_token.',
  foreignTenant: 'The ID token is of a tenant that is not among the tenants of this provider.',
  untrustedAudience: 'The "aud" claim of the ID token contains untrusted audiences.',
  unexpectedClaim: 'The provider sent an unexpected value of the claim "{claim}".',
  badUserinfo: 'The userinfo response is neither JSON nor a signed JWT.',
  sendLogoutToken: 'Send the logout token as logout_token to the address of the provider.',
  logoutTokenRefused: 'The logout token is not accepted.',
  logoutLater: 'The authentication service cannot be reached. Send the logout token again later.',
  providerUnitsOnly: 'The provider belongs to a unit and assigns only it and its subunits.',
  listTenants: 'List the tenants whose users may sign in. Otherwise those of every tenant could.',
  enterEndpoint: 'Enter this address: without a discovery document it is not known.',
  enterSecretForIdTokens: 'Enter the client secret: ID tokens are signed with it.',
  enterObjectProperty: 'Enter the property of the objects that contains the value.',
  providerEmailInvalid:
    'The email address that the provider sent is not valid, so your account cannot be found or created. Ask an administrator.',
  logoutTokenRefusedBecause: 'The logout token is not accepted. {why}',
  logoutTokenReceivedBefore: 'It was received before.',
  noLogoutEvent: 'It is not a logout token: its claim "events" names no logout.',
  hasNonce: 'It contains a nonce.',
  noJti: 'It has no claim "jti".',
  tokenTooOld: 'It is too old.',
  noSessionOrSubject: 'It names neither a session nor a subject.',
  issuerIs: 'The provider’s issuer is {issuer}.',
  endpointsComplete: 'All endpoints required for a sign-in are known.',
  notChecked: 'Not checked, because an earlier check failed.',
  pkceSupported: 'The provider supports PKCE with S256.',
  pkceNotListed:
    'The provider does not list PKCE with S256 (RFC 7636). It is used anyway; make sure that the provider checks it.',
  scopesNotListed: 'The provider does not list its scopes.',
  scopesSupported: 'The provider supports all requested scopes.',
  scopesMissing: 'The provider does not list the scopes {missing}.',
  keysUnreadable: 'The keys of the provider cannot be read.',
  signingKeys: ({ keys }: { keys: number }) =>
    `The provider has ${keys === 1 ? 'a key' : `${keys} keys`} to sign with.`,
  providerRefuses: 'The provider refuses: {said}',
  noKeys: 'The provider publishes no key to verify signatures with.',
  signInNotStarted:
    'This sign-in was not started here, took longer than ten minutes, or was already completed. Start again.',
  linkedToOther:
    'That account at the provider is linked to another user. Sign in at the provider with another account.',
  providerChanged: 'The provider was changed in the meantime. Start again.',
  providerUnreachable: '{name} cannot be reached now. Try again later, or sign in another way.',
  providerAnswerRejected:
    'The answer of {name} was rejected. Start again; if that does not help, ask an administrator.',
  lastMasterProvider:
    'This change would leave no global master who can sign in. Set a password for one of them first.',
  endpointMissing: 'The provider names no {key}. Set it under endpoints.',
  badAddress: 'This is not a valid address.',
  noDiscovery:
    'There is no discovery document below this issuer (/.well-known/openid-configuration), or it cannot be read.',
  issuerDiffers:
    'The provider’s issuer is {named}, not {asked}. Enter the issuer exactly as the provider writes it. If that is not where its discovery document is, enter it as the different issuer in tokens.',
  providerRedirects:
    '{host} answers with a redirect, which is not followed. Enter the address it leads to.',
  addressWithCredentials: 'The address must not contain a user name or password.',
  addressNotHttps: 'The address of {provider} must start with https://.',
  hostNotFound: 'The host {hostname} was not found. Check the address.',
  providerHostPrivate:
    'The host {hostname} does not have a public address. A provider in the intranet must be named in PROVIDER_HOSTS.',
  answerTooLarge: 'The answer of {host} is larger than 256 KiB.',
  providerTimeout: 'The provider took longer than 5 seconds to answer.',
  certificateRefused: 'The TLS certificate of {host} is not accepted ({code}).',
  connectionFailed: 'Could not connect to {host}. Check the address.',
  providerGrantsMaster: 'A provider cannot create global masters. Grant GLOBAL_MASTER to the user.',
  chooseUnit: 'You administer units: choose the unit that the provider belongs to.',
  settingsNotValid: 'Some of the settings are not valid; see fields.',
  providerNeedsUnit:
    'A provider without an organizational unit can sign in everyone, including global masters, so only a global master can set it up. Choose a unit.',
  createsInUnit: 'The provider belongs to a unit and creates users only in it or its subunits.',
  chooseUnitOfProvider: "Choose the provider's unit or one of its subunits.",
  issuerForm: 'An issuer must not contain ? or #.',
  issuerIsDocument:
    'This is the address of the discovery document. The issuer is named in it, usually {part}.',
  openidScopeMissing: 'OpenID Connect requires the scope openid.',
  scopeForm: 'A scope must not contain spaces, quotes or backslashes.',
  secretOrNone: 'Enter the client secret, or choose none as client authentication.',
  noSubject: 'The provider did not say who you are. Ask an administrator to check its settings.',
  noAccount: 'You have no account here for this provider. Ask an administrator for one.',
  providerEmailMissing:
    'The provider sent no email address, which is needed to find or create your account.',
  providerEmailUnverified:
    'The provider has not verified your email address. Verify it there, and try again.',
  accountDisabled: 'Your account is disabled. Ask an administrator.',
  providerOfUnit:
    'This provider belongs to an organizational unit and cannot sign you in. Sign in another way.',
  linkedElsewhere:
    'Your account is linked to another account at this provider. Sign in with that one, or unlink it first.',
  domainNotVerified:
    'The domain of your email address is not verified for this provider. Sign in another way, or ask an administrator to verify it.',
  linkedAlready: 'That account at the provider is linked already. Sign in at the provider again.',
  codeWrong: 'The code is wrong, or a newer one was sent. Enter the code from the latest email.',
  confirmationOver:
    'This confirmation took too long, failed too often, or was used. Sign in at the provider again.',
  codeNotEnough:
    'A code is not enough for this account. Sign in as before, or ask a global master for help.',
  tooManyCodes: ({ seconds }: { seconds: number }) =>
    `Too many codes were sent to this email. Try again in ${inMinutes(seconds)}.`,
  retriesAllEmails: 'This retries the emails of all users. You administer only some of them.',
  onlyMasterApproves:
    'Only a global master can approve a domain. Add the TXT record to its DNS instead, and check it.',
  dnsSilent: 'The name servers of {domain} did not answer within five seconds. Try again later.',
  noTxt: 'There is no TXT record at {name} yet. Add it, wait until DNS shows it, and check again.',
  otherTxtRecord:
    'The TXT record at {name} has another value. Copy the value shown here, and check again.',
  domainOfProvider: '{domain} belongs to another identity provider. Remove it there first.',
  domainOfUnit: '{domain} belongs to another organizational unit.',
  emailIsUserName: 'Your email address is the user name of another user. Ask an administrator.',
  onlySignInWay:
    'This is the only way to sign in to this account. Set a password or link another provider first.',
} as const;
