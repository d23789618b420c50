import {
  getSignUpRules,
  listSignInProviders,
  startProviderSignIn,
} from '@annals/contracts/sign-in-options';
import { call } from '../../platform/api/call.ts';

export interface SignInProvider {
  id: string;
  name: string;
  buttonLabel: string;
}

/** The providers for sign-in, and whether sign-up is open; none and closed if the service does not report them. */
export async function fetchSignInProviders(): Promise<{
  ways: readonly SignInProvider[];
  signUpIsOpen: boolean;
}> {
  const [ways, signUpIsOpen] = await Promise.all([
    call(listSignInProviders, {}).then(
      ({ data }) => data,
      () => [],
    ),
    call(getSignUpRules, {}).then(
      ({ open }) => open,
      () => false,
    ),
  ]);
  return { ways, signUpIsOpen };
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

/** Redirects to the provider; resolves when the navigation fails or the user returns with the Back button. */
export async function startAt(way: SignInProvider, returnTo: string): Promise<void> {
  const start = await call(startProviderSignIn, { params: { identityProviderId: way.id } });
  const { goToProvider } = await import('../../platform/api/provider-authorization.ts');
  goToProvider(start, { purpose: 'signIn', returnTo, identityProviderId: way.id });
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
    window.setTimeout(resolve, patience);
  });
}
