import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { productTitle } from '../../api/product.ts';
import { storedIdp } from '../../api/session.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { oneOf } from '../../shared/search.ts';
import { failureText } from './failure-text.ts';
import { isEmail, rememberEmail } from './typed-email.ts';
import { Notice } from './Notice.tsx';
import classes from './PasswordSignIn.module.css';
import { SessionFrame } from './SessionFrame.tsx';
import type { Credentials } from './session.calls.ts';
import { useSessionTexts } from './session.texts.ts';
import { useDeed } from './useDeed.ts';
import { useSignInWays } from './useSignInWays.ts';

interface PasswordSignInProps {
  username: string;
  onUsername: (username: string) => void;
  /** Where the person goes afterwards; undefined for a page that must not be left. */
  target: string | undefined;
  /** They wanted to go somewhere and were led here. */
  isAsked: boolean;
  /** A second factor took too long. */
  startsAgain: boolean;
  /** What comes after the password loads. */
  leaving: boolean;
  onAccepted: () => void;
  onSignedIn: () => void;
  onChallenge: (challenge: SecondFactorChallenge) => void;
}

export function PasswordSignIn({ username, onUsername, target, ...props }: PasswordSignInProps) {
  const t = useSessionTexts();
  const { idp } = useSearch({ strict: false });
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(
    () => (usernameField.current?.value ? passwordField : usernameField).current?.focus(),
    [],
  );
  const { ways, organisation, lookUp, start } = useSignInWays(username);

  const signIn = async (body: Credentials) => {
    const calls = await import('./session.calls.ts');
    return calls.signIn(body, props.onAccepted);
  };
  const signingIn = useDeed(signIn, {
    onSuccess: (challenge) => (challenge ? props.onChallenge(challenge) : props.onSignedIn()),
    onError: () => passwordField.current?.select(),
  });
  const goingToProvider = useDeed<void>(
    async () => {
      const way = await lookUp();
      if (way === undefined) passwordField.current?.focus();
      else if (target !== undefined) await start(way, target);
    },
    { onSuccess: () => undefined },
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    goingToProvider.reset();
    const name = username.trim();
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
      {error && <Notice failure>{failureText(error, t)}</Notice>}
      {!error && props.startsAgain && <Notice failure>{t.startAgain}</Notice>}
      {!error && !props.startsAgain && props.isAsked && (
        <Notice>
          <strong>{t.notAuthenticated}</strong>. {t.signInToGoOn}
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={usernameField}
          label={t.username}
          value={username}
          onChange={(event) => onUsername(event.currentTarget.value)}
          onBlur={() => void lookUp()}
          error={submitted && username.trim() === '' && t.missingUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          mb="lg"
        />
        <PasswordInput
          ref={passwordField}
          label={t.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={submitted && !searching && !organisation && password === '' && t.missingPassword}
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
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
        <PathLink to={pathTo('reset')} target={tab} onClick={() => rememberEmail(username)}>
          {t.forgotPassword}
        </PathLink>
        {ways?.signUpIsOpen && (
          <PathLink to={pathTo('signup')} target={tab} onClick={() => rememberEmail(username)}>
            {t.createAccount}
          </PathLink>
        )}
      </p>
      {ways && (
        <ways.SignInWays
          ways={ways.ways}
          organisation={organisation}
          preferred={oneOf(idp) ?? storedIdp() ?? undefined}
          onStart={target === undefined ? undefined : (way) => start(way, target)}
        />
      )}
    </SessionFrame>
  );
}
