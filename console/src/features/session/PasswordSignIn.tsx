import { Button, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import { useAnnounced } from '../../platform/api/announced.ts';
import { productTitle } from '../../platform/api/product.ts';
import { sessionPhase, storedIdp } from '../../platform/api/session.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { PasswordField } from '../../domain/passwords/PasswordField.tsx';
import { oneOf } from '../../platform/search.ts';
import { earlyFormValue } from './early-form.ts';
import { failureText } from './failure-text.ts';
import classes from './PasswordSignIn.module.css';
import type { Credentials } from './sign-in.calls.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import type { SignInProvider } from './sign-in-ways.ts';
import { isEmail, rememberEmail } from './typed-email.ts';
import { useAction } from './useAction.ts';

interface PasswordSignInProps {
  username: string;
  onUsername: (username: string) => void;
  /** The page to open afterwards; undefined for a page that must not be left. */
  target: string | undefined;
  /** Whether the user was redirected here from another page. */
  isAsked: boolean;
  /** Whether the sign-in is a confirmation. */
  confirms?: boolean;
  /** Whether the second factor timed out. */
  startsAgain: boolean;
  /** Whether the next page is loading. */
  leaving: boolean;
  onAccepted: () => void;
  onSignedIn: () => void;
  onChallenge: (challenge: SecondFactorChallenge) => void;
}

export function PasswordSignIn({ username, onUsername, target, ...props }: PasswordSignInProps) {
  const t = useSignInTexts();
  const { idp, fresh } = useSearch({ strict: false });
  const confirms = props.confirms ?? oneOf(fresh) === 'true';
  const [password, setPassword] = useState(() => earlyFormValue('current-password'));
  const [submitted, setSubmitted] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const fields = [usernameField.current, passwordField.current];
    // The user may already be typing.
    if (fields.some((field) => field === document.activeElement)) return;
    fields.find((field, at) => field?.value === '' || at === 1)?.focus();
  }, []);
  // The specification lists no call for a mail with which to set a password, nor for alternatives.
  const isOurs = useAnnounced().has('authentication');
  const { ways, organisation, lookUp, start } = useSignInWays(username, isOurs);

  const signIn = async (body: Credentials) => {
    const calls = await import('./sign-in.calls.ts');
    return calls.signIn(body, props.onAccepted);
  };
  const signingIn = useAction(signIn, {
    onSuccess: (challenge) => (challenge ? props.onChallenge(challenge) : props.onSignedIn()),
    onError: () => passwordField.current?.select(),
  });
  const goingToProvider = useAction<void>(
    async () => {
      const way = await lookUp();
      if (way === undefined) passwordField.current?.focus();
      else if (target !== undefined) await start(way, target, confirms);
    },
    { onSuccess: () => undefined },
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    goingToProvider.reset();
    const name = trimInvisible(username);
    if (name === '') usernameField.current?.focus();
    else if (password !== '') signingIn.run({ username: name, password });
    else if (isEmail(name)) goingToProvider.run();
    else passwordField.current?.focus();
  };
  const error = signingIn.error ?? goingToProvider.error;
  const searching = goingToProvider.pending;
  const tab = target === undefined ? '_blank' : '_self';
  return (
    <SessionFrame title={t.signInTo(productTitle)}>
      {error && (
        // The same for an unknown user and a wrong password.
        <Notice failure>{failureText(error, t, signingIn.error && t.wrongCredentials)}</Notice>
      )}
      {!error && props.startsAgain && <Notice failure>{t.startAgain}</Notice>}
      {!error && !props.startsAgain && props.isAsked && (
        <Notice>
          {/* Only a refusal of a service says so, not a first visit. */}
          {sessionPhase.get() !== 'begun' && (
            <>
              <strong>{t.notAuthenticated}</strong>.{' '}
            </>
          )}
          {t.signInToGoOn}
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={usernameField}
          label={t.username}
          value={username}
          onChange={(event) => onUsername(event.currentTarget.value)}
          onBlur={() => void lookUp()}
          error={submitted && trimInvisible(username) === '' && t.missingUsername}
          // The browser suggests passkeys too, if PasskeySignIn offers them.
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          mb="lg"
        />
        <PasswordField
          ref={passwordField}
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={submitted && !searching && !organisation && password === '' && t.missingPassword}
          autoComplete="current-password"
          data-autofocus
          size="md"
          mb="xl"
        />
        <Button
          type="submit"
          fullWidth
          size="md"
          loading={signingIn.pending || searching || props.leaving}
        >
          {t.signIn}
        </Button>
      </form>
      <p className={classes.links}>
        {isOurs && (
          <PathLink to={pathTo('reset')} target={tab} onClick={() => rememberEmail(username)}>
            {t.forgotPassword}
          </PathLink>
        )}
        {ways?.signUpIsOpen && (
          <PathLink to={pathTo('signup')} target={tab} onClick={() => rememberEmail(username)}>
            {t.createAccount}
          </PathLink>
        )}
      </p>
      {ways && (
        <ways.SignInWays
          ways={ways.ways}
          passkey={ways.passkey}
          paused={signingIn.pending || props.leaving}
          onAccepted={props.onAccepted}
          onSignedIn={props.onSignedIn}
          organisation={organisation}
          preferred={oneOf(idp) ?? storedIdp() ?? undefined}
          onStart={target === undefined ? undefined : (way) => start(way, target, confirms)}
          confirms={confirms}
        />
      )}
    </SessionFrame>
  );
}

async function load() {
  const { SignInWays, fetchSignInWays, startAt, providerOfEmail } =
    await import('./SignInWays.tsx');
  return { SignInWays, startAt, providerOfEmail, ...(await fetchSignInWays()) };
}

/** The alternatives to the password. */
type SignInWays = Awaited<ReturnType<typeof load>>;

/**
 * Loads the alternatives after the form has rendered, and finds the provider of an email's domain on blur or
 * submit. The form also works if this fails.
 * @param username as typed
 */
function useSignInWays(username: string, isOurs: boolean) {
  const [ways, setWays] = useState<SignInWays>();
  const loading = useRef<Promise<SignInWays | undefined>>(undefined);
  useEffect(() => {
    if (!isOurs) return;
    loading.current = load().catch(() => undefined);
    void loading.current.then(setWays);
  }, [isOurs]);

  const [found, setFound] = useState<{ email: string; way: SignInProvider | undefined }>();
  const asking = useRef<{ email: string; way: Promise<SignInProvider | undefined> }>(undefined);
  const email = trimInvisible(username);
  const lookUp = async (): Promise<SignInProvider | undefined> => {
    if (!isEmail(email)) return undefined;
    const known = await loading.current;
    if (known === undefined || known.ways.length === 0) return undefined;
    if (asking.current?.email !== email)
      asking.current = { email, way: known.providerOfEmail(email) };
    const way = await asking.current.way;
    setFound({ email, way });
    return way;
  };
  /** The provider of the email's domain, once known. */
  const organisation = found?.email === email ? found.way : undefined;
  const start = async (way: SignInProvider, returnTo: string, fresh: boolean) => {
    await (await loading.current)?.startAt(way, returnTo, fresh);
  };
  return { ways, organisation, lookUp, start };
}
