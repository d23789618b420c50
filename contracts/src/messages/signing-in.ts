import { inMinutes, inSeconds } from './words.ts';

const signInFields = {
  PASSWORD: 'username and password',
  REFRESH_TOKEN: 'refreshToken',
  SECOND_FACTOR: 'challenge and code, or challenge and assertion',
  IDENTITY_PROVIDER: 'code and state',
  EMAIL_CODE: 'challenge and code',
  PASSKEY: 'assertion',
};
export type SignInType = keyof typeof signInFields;

/** Signing in, passwords and second factors. */
export const signingIn = {
  mailServerSaid: 'The mail server said: {said}',
  mailServerLacksUtf8:
    'The mail server lacks SMTPUTF8, which an address with letters outside of ASCII before the @ needs. Use another address, or another mail server.',
  mailServerRefused: 'The mail server did not accept it.',
  tooManyEmailsFromHere: ({ seconds }: { seconds: number }) =>
    `Too many emails were requested from here. Try again in ${inMinutes(seconds)}.`,
  tooManyEmails: ({ seconds }: { seconds: number }) =>
    `Too many emails were requested. Try again in ${inMinutes(seconds)}.`,
  noPasswordYet: 'Your account has no password yet. Request an email with a link to set one.',
  currentPassword: 'This is your current password. Choose another one.',
  notYourPassword: 'This is not your password. Enter it again.',
  passwordChangedMeanwhile: 'The password was changed in the meantime. Sign in again.',
  passwordUnchanged: 'The password was not changed.',
  tooManySigningIn: 'Too many people are signing in at the moment. Try again in a few seconds.',
  userDisabled: 'This user is disabled. Enable the account first.',
  signUpClosed: 'Sign-up is closed. Ask an administrator to invite you.',
  signUpDomain: 'Sign-up is not allowed for this email domain.',
  useEmailOf: 'Use an email of {domains}, or ask an administrator for an invitation.',
  passwordTooShort:
    'The password has {length} characters. Use at least {minimalPasswordLength}; a sentence of several words is fine.',
  passwordTooLong: 'The password has {length} characters. Use at most {maximalPasswordLength}.',
  passwordGuessable: 'The password contains "{word}", which is easy to guess here. Leave it out.',
  passwordCommon:
    'This password is among the first that attackers try. Use several words that do not belong together.',
  linkInvalid:
    'This link is not valid. Open it again exactly as you received it, or request a new one.',
  linkUsed: 'This link was already used. Sign in, or request a new one.',
  linkExpired: 'This link has expired. Request a new one.',
  revokeLinkInvalid: 'This link is not valid. Open it again exactly as you received it.',
  revokeLinkUsed: 'This link was already used. Sign in to revoke further API tokens.',
  revokeLinkExpired: 'This link has expired. Sign in to revoke API tokens.',
  enterSignInEmail: 'Enter the email to sign in with.',
  enterYourEmail: 'Enter your email address; you will sign in with it.',
  linkHasProfile: 'This link already has an email and a name. Send only token and password.',
  chooseAnotherPassword: 'Choose another password.',
  signUpClosedMeanwhile: 'Sign-up was closed in the meantime. Ask an administrator to invite you.',
  accountExists: 'There is already an account with this email. Sign in, or request a new password.',
  tooManyFactors: 'You have {maxFactors} second factors. Remove one that you no longer use.',
  secondFactorNeeded: 'This account has a second factor. Finish the sign-in with it.',
  secondFactorWrong: 'The second factor is wrong, or was used before. Try again with a new code.',
  signInOver: 'This sign-in took too long or failed too often. Start signing in again.',
  codeNotCurrent:
    'This is not the current code. Wait for the next one in the app, and check the clock of the device.',
  lastRequiredFactor:
    'One of your roles or organizational units requires a second factor, and this is your last one. Add another one first.',
  noFactorYet: 'Recovery codes replace a second factor. Add one first.',
  passkeyExists: 'This passkey was already added. Use another one.',
  passkeysNeedHttps:
    'Passkeys require https and a host name in the address of the console. Use an authenticator app.',
  passkeyTooLate:
    'This passkey was not created here, or too long ago. Start adding it again, and finish within five minutes.',
  passkeyDidNotConfirm:
    'This passkey did not confirm that it is you. Use one of your account, and confirm with its PIN, fingerprint or face.',
  notYourPasswordOrNone:
    'This is not your password. If you have none, sign out and sign in again instead.',
  ownFactorsInAccount: 'Remove your own second factors in your account, not here.',
  reauthenticate:
    'Enter your password again, or sign in again: you last did so more than ten minutes ago.',
  providerDidNotAskAgain:
    '{name} signed you in without asking you again, so this is no confirmation. Use your password or a passkey.',
  providerDoesNotSayWhen:
    '{name} does not say when it last asked you to sign in, so signing in there is no confirmation. Use your password or a passkey.',
  tooManyAttempts: ({ seconds }: { seconds: number }) =>
    `Too many attempts failed. Try again in ${inSeconds(seconds)}.`,
  sessionEnded: 'The session has ended. Sign in again.',
  bodyDoesNotMatchType: ({ type }: { type: SignInType }) =>
    `The body does not match type=${type}. Send ${signInFields[type]}.`,
  typeTakes: ({ type }: { type: SignInType }) => `type=${type} takes ${signInFields[type]}.`,
  wrongPassword: 'The user name or password is wrong. Check both and try again.',
  passkeyRefused: 'The passkey was not accepted. Try again, or sign in with your password.',
  passkeyUnknown:
    'No account here has this passkey; it may have been removed. Sign in with your password, and delete the passkey from your device.',
  passkeyUnverified:
    'This passkey does not sign in alone yet, because it has not verified you with a PIN, fingerprint or face. Sign in with your password and confirm with the passkey.',
  passkeyOrigin:
    'This passkey was used at {used}, but passkeys work only at {expected}. Open that address, or sign in with your password.',
  networkNotAllowed:
    'Your account may be used only from certain networks, and you are connected from {from}. Connect to one of them, for example by VPN, or ask an administrator.',
  tokenNetworkNotAllowed:
    'This API token may be used only from certain networks, and the call comes from {from}. Ask an administrator.',
  passkeyRequired: 'Your account requires a passkey, and you have none. Ask an administrator.',
  lastRequiredPasskey:
    'A sign-in rule requires a passkey, and this is your last one. Add another one first.',
  ruleExists: 'There already is a rule for them. Change that one.',
  ruleForRoleOrUnit: 'A rule is for a role or for an organizational unit, not for both.',
  chooseRoleOrUnit: 'Choose a role or an organizational unit.',
  noNetwork: '{given} is no network. Did you mean {network}?',
  ipNetwork: 'Write a network with its prefix length, for example 203.0.113.0/24 or 2001:db8::/32.',
  rulesLockOutMasters:
    'After this change no global master could sign in under the sign-in rules: none has a passkey where one is required, or has signed in from the allowed networks in the last 30 days. Change the rules, or let another global master sign in so first.',
  rulesApplyEverywhere:
    'Sign-in rules apply in all organizational units, but you can only make changes within yours.',
} as const;
