import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { productTitle } from '../../api/product.ts';
import { oneOf, parseSearch } from '../../shared/search.ts';
import { failureText } from './failure-text.ts';
import { Notice } from './Notice.tsx';
import { redirectTarget } from './redirect-target.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { type Credentials, signIn } from './session.calls.ts';
import { useSessionTexts } from './session.texts.ts';
import { useDeed } from './useDeed.ts';

export function LoginPage() {
  const t = useSessionTexts();
  const router = useRouter();
  const { redirect } = useSearch({ strict: false });
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => usernameField.current?.focus(), []);
  const target = redirectTarget(oneOf(redirect));
  const [path = '/', query = ''] = target.split('?', 2);
  const startTarget = () => {
    router.preloadRoute({ to: path, search: parseSearch(query) }).catch(() => undefined);
  };
  const signingIn = useDeed((body: Credentials) => signIn(body, startTarget), {
    onSuccess: () => router.history.push(target),
    onError: () => passwordField.current?.select(),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (username.trim() === '') usernameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else signingIn.run({ username: username.trim(), password });
  };
  return (
    <SessionFrame title={t.signInTo(productTitle)}>
      {signingIn.error && <Notice failure>{failureText(signingIn.error, t)}</Notice>}
      {!signingIn.error && oneOf(redirect) !== undefined && (
        <Notice>
          <strong>{t.notAuthenticated}</strong>. {t.signInToGoOn}
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={usernameField}
          label={t.username}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
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
          error={submitted && password === '' && t.missingPassword}
          visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
          autoComplete="current-password"
          size="md"
          mb="xl"
        />
        <Button type="submit" fullWidth size="md" loading={signingIn.pending}>
          {t.signIn}
        </Button>
      </form>
    </SessionFrame>
  );
}
