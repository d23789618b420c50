import {
  getSignUpRules,
  listSignInProviders,
  startPasskeySignIn,
  startProviderSignIn,
} from '@annals/contracts/sign-in-options';
import { call } from '../../platform/api/call.ts';
import { knowsPasskeys } from '../../domain/second-factors/passkeys.ts';

export interface SignInProvider {
  id: string;
  name: string;
  buttonLabel: string;
}

/** The options of navigator.credentials.get for a sign-in with a passkey alone. */
export type PasskeyOptions = Awaited<ReturnType<typeof fetchPasskeyOptions>>;

/** Undefined where no passkey can be used. */
export async function fetchPasskeyOptions() {
  if (!knowsPasskeys()) return undefined;
  const { passkey } = await call(startPasskeySignIn, {});
  return passkey ?? undefined;
}

/** The alternatives to the password; none, and no sign-up, if the service does not report them. */
export async function fetchSignInWays(): Promise<{
  ways: readonly SignInProvider[];
  passkey: PasskeyOptions;
  signUpIsOpen: boolean;
}> {
  const [ways, passkey, signUpIsOpen] = await Promise.all([
    call(listSignInProviders, {}).then(
      ({ data }) => data,
      () => [],
    ),
    fetchPasskeyOptions().catch(() => undefined),
    call(getSignUpRules, {}).then(
      ({ open }) => open,
      () => false,
    ),
  ]);
  return { ways, passkey, signUpIsOpen };
}

/** The provider of the email's domain. */
export function providerOfEmail(email: string): Promise<SignInProvider | undefined> {
  return call(listSignInProviders, { query: { email } }).then(
    ({ data }) => data[0],
    () => undefined,
  );
}

/** How long the button shows a spinner while the browser navigates away, in milliseconds. */
const patience = 15_000;

/**
 * Redirects to the provider; resolves when the navigation fails or the user returns with the Back button.
 * @param fresh the provider has to ask the person again
 */
export async function startAt(
  way: SignInProvider,
  returnTo: string,
  fresh: boolean,
): Promise<void> {
  const start = await call(startProviderSignIn, {
    params: { identityProviderId: way.id },
    ...(fresh && { query: { fresh } }),
  });
  const { goToProvider } = await import('../../platform/api/provider-authorization.ts');
  goToProvider(start, { purpose: 'signIn', returnTo, identityProviderId: way.id });
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
    window.setTimeout(resolve, patience);
  });
}
