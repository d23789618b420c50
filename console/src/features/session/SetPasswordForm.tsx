import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { minimalPasswordLength, type SecondFactorChallenge } from '@annals/contracts/sign-in';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import { pathTo } from '../../platform/links.ts';
import { brokenRule } from '../../domain/passwords/broken-rule.ts';
import { PasswordField } from '../../domain/passwords/PasswordField.tsx';
import { usePasswordTexts } from '../../domain/passwords/password.texts.ts';
import { StrengthMeter } from '../../domain/passwords/StrengthMeter.tsx';
import { failureText } from './failure-text.ts';
import { fieldProblems, focusFirstError } from './field-problems.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { setPasswordAndSignIn } from './set-password.calls.ts';
import { useSetPasswordTexts } from './set-password.texts.ts';
import { findEmailProblem } from './typed-email.ts';
import classes from './SetPasswordPage.module.css';
import { useAction } from './useAction.ts';

const shownTokens = 5;

interface SetPasswordFormProps {
  token: string;
  /** The owner of the password; undefined for a link that creates the first user. */
  email: string | undefined;
  /** The API tokens of the account, which are revoked unless they are kept. */
  tokens: readonly { description: string; prefix: string }[];
  /** The password is set, and the second factor is required. */
  onChallenge: (challenge: SecondFactorChallenge) => void;
  /** The link has become invalid in the meantime. */
  onInvalidLink: () => void;
}

export function SetPasswordForm({
  token,
  email,
  tokens,
  onChallenge,
  onInvalidLink,
}: SetPasswordFormProps) {
  const t = useSetPasswordTexts();
  const rules = usePasswordTexts();
  const common = useSignInTexts();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const makesUser = email === undefined;
  const [entered, setEntered] = useState({ email: '', name: '', password: '' });
  const [keepTokens, setKeepTokens] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  useEffect(
    () => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(),
    [],
  );
  const saving = useAction(setPasswordAndSignIn, {
    onSuccess: (challenge) =>
      challenge ? onChallenge(challenge) : router.history.replace(pathTo('index')),
    onError: (error) =>
      fieldProblems(error).has('token')
        ? onInvalidLink()
        : requestAnimationFrame(() => focusFirstError(form.current)),
  });

  const broken = {
    email: makesUser && findEmailProblem(entered.email, t),
    password: brokenRule(entered.password, rules),
  };
  const refused = fieldProblems(saving.error);
  const errorOf = (field: 'email' | 'name' | 'password') =>
    refused.get(field) ?? (submitted && field !== 'name' && broken[field]);
  const change = (field: keyof typeof entered) => (event: { currentTarget: HTMLInputElement }) => {
    setEntered({ ...entered, [field]: event.currentTarget.value });
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (broken.email !== false || broken.password !== false) {
      // The fields show their errors with the next render.
      requestAnimationFrame(() => focusFirstError(form.current));
      return;
    }
    const name = trimInvisible(entered.name);
    const self = { email: trimInvisible(entered.email), ...(name !== '' && { name }) };
    saving.run({
      token,
      password: entered.password,
      ...(makesUser && self),
      ...(keepTokens && { keepTokens }),
    });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {saving.error && refused.size === 0 && (
        <Notice failure>{failureText(saving.error, common)}</Notice>
      )}
      {makesUser ? (
        <>
          <TextInput
            label={t.email}
            description={t.firstEmail}
            inputMode="email"
            autoComplete="username"
            required
            withAsterisk={false}
            size="md"
            className={classes.field}
            value={entered.email}
            onChange={change('email')}
            error={errorOf('email')}
          />
          <TextInput
            label={t.optionalName}
            autoComplete="name"
            size="md"
            className={classes.field}
            value={entered.name}
            onChange={change('name')}
            error={errorOf('name')}
          />
        </>
      ) : (
        // Password managers store the new password under this name.
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <PasswordField
        label={t.newPassword}
        description={rules.rules(minimalPasswordLength)}
        value={entered.password}
        onChange={change('password')}
        error={errorOf('password')}
        aria-invalid={errorOf('password') !== false || undefined}
        autoComplete="new-password"
        size="md"
      />
      <StrengthMeter password={entered.password} refused={errorOf('password') !== false} />
      {tokens.length > 0 && (
        <div className={classes.tokens}>
          <p>{t.tokens(tokens.length)}</p>
          <ul>
            {tokens.slice(0, shownTokens).map(({ description, prefix }) => (
              <li key={prefix}>{description}</li>
            ))}
            {tokens.length > shownTokens && <li>{t.moreTokens(tokens.length - shownTokens)}</li>}
          </ul>
          <Checkbox
            label={t.keepTokens}
            description={t.keepTokensHint}
            checked={keepTokens}
            onChange={(event) => setKeepTokens(event.currentTarget.checked)}
          />
        </div>
      )}
      <Button type="submit" fullWidth size="md" loading={saving.pending}>
        {makesUser ? t.createAndSignIn : t.setAndSignIn}
      </Button>
    </form>
  );
}
