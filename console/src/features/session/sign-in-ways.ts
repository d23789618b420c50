import {
  getSignUpRules,
  listSignInProviders,
  startProviderSignIn,
} from '@annals/contracts/sign-in-options';
import { call } from '../../api/call.ts';

export interface SignInWay {
  id: string;
  name: string;
  buttonLabel: string;
}

/** The providers to sign in with and whether people may sign up; none and no where the service does not say. */
export async function askForWays(): Promise<{
  ways: readonly SignInWay[];
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

/** The provider that the domain of the email belongs to. */
export function wayOfEmail(email: string): Promise<SignInWay | undefined> {
  return call(listSignInProviders, { query: { email } }).then(
    ({ data }) => data[0],
    () => undefined,
  );
}

/** How long the button may turn while the browser leaves, in milliseconds. */
const patience = 15_000;

/** Sends the browser to the provider; ends when it does not leave, or when the person comes back with the Back button. */
export async function startAt(way: SignInWay, returnTo: string): Promise<void> {
  const start = await call(startProviderSignIn, { params: { identityProviderId: way.id } });
  const { goToProvider } = await import('../../api/provider-authorization.ts');
  goToProvider(start, { purpose: 'signIn', returnTo, identityProviderId: way.id });
  await new Promise((resolve) => {
    window.addEventListener('pageshow', resolve, { once: true });
    window.setTimeout(resolve, patience);
  });
}
