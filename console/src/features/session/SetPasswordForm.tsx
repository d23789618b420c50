import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { maximalPasswordLength, minimalPasswordLength } from '@annals/contracts/sign-in';
import { CallError } from '../../api/errors.ts';
import { pathTo } from '../../shared/links.ts';
import { failureText } from './failure-text.ts';
import { Notice } from './Notice.tsx';
import { setPasswordAndSignIn } from './session.calls.ts';
import { useSessionTexts } from './session.texts.ts';
import classes from './SetPasswordPage.module.css';
import { StrengthMeter } from './StrengthMeter.tsx';
import { useDeed } from './useDeed.ts';

interface SetPasswordFormProps {
  token: string;
  /** Whose password it is; undefined with a link that makes the first user. */
  email: string | undefined;
}

export function SetPasswordForm({ token, email }: SetPasswordFormProps) {
  const t = useSessionTexts();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const makesUser = email === undefined;
  const [entered, setEntered] = useState({ email: '', name: '', password: '' });
  const [submitted, setSubmitted] = useState(false);
  useEffect(
    () => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(),
    [],
  );
  const saving = useDeed(setPasswordAndSignIn, {
    onSuccess: () => router.history.replace(pathTo('index')),
    onError: () => focusFirstFault(form.current),
  });

  const broken = {
    email: makesUser && !/^\S+@\S+$/.test(entered.email.trim()) && t.missingEmail,
    password: brokenRule(entered.password, t),
  };
  const refused = saving.error instanceof CallError ? fieldProblems(saving.error) : undefined;
  const errorOf = (field: 'email' | 'name' | 'password') =>
    refused?.get(`body.${field}`) ?? (submitted && field !== 'name' && broken[field]);
  const change = (field: keyof typeof entered) => (event: { currentTarget: HTMLInputElement }) => {
    setEntered({ ...entered, [field]: event.currentTarget.value });
    saving.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (broken.email !== false || broken.password !== false) {
      // The fields show their faults with the next render.
      requestAnimationFrame(() => focusFirstFault(form.current));
      return;
    }
    const name = entered.name.trim();
    const self = { email: entered.email.trim(), ...(name !== '' && { name }) };
    saving.run({ token, password: entered.password, ...(makesUser && self) });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {saving.error && (refused === undefined || refused.size === 0) && (
        <Notice failure>{failureText(saving.error, t)}</Notice>
      )}
      {makesUser ? (
        <>
          <TextInput
            label={t.email}
            description={t.firstEmail}
            type="email"
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
        // Password managers file the new password under this name.
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <PasswordInput
        label={t.newPassword}
        description={t.rules(minimalPasswordLength)}
        value={entered.password}
        onChange={change('password')}
        error={errorOf('password')}
        visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
        autoComplete="new-password"
        size="md"
      />
      <StrengthMeter password={entered.password} />
      <Button type="submit" fullWidth size="md" loading={saving.pending}>
        {makesUser ? t.createAndSignIn : t.setAndSignIn}
      </Button>
    </form>
  );
}

function brokenRule(password: string, t: ReturnType<typeof useSessionTexts>): string | false {
  const missing = minimalPasswordLength - Array.from(password).length;
  if (missing > 0) return t.tooShort(missing);
  return password.length > maximalPasswordLength && t.tooLong(maximalPasswordLength);
}

/** What the service found wrong with a field itself: a breached password, an email that is taken. */
function fieldProblems(error: CallError): Map<string, string> {
  return new Map(error.problem.fields?.map(({ path, message }) => [path, message]));
}

function focusFirstFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
}
