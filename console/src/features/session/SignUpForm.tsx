import { asciiDomain, domainOf } from '@annals/contracts/email-address';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../platform/api/errors.ts';
import { currentLanguage } from '../../platform/texts.ts';
import { askForAccount } from './account-mails.calls.ts';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import classes from './AccountMails.module.css';
import { failureText } from './failure-text.ts';
import { fieldProblems, focusFirstError } from './field-problems.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { findEmailProblem } from './typed-email.ts';
import { useAction } from './useAction.ts';

export interface Person {
  email: string;
  name: string;
}

interface SignUpFormProps {
  domains: readonly string[];
  entered: Person;
  onChange: (person: Person) => void;
  onSent: (email: string) => void;
}

export function SignUpForm({ domains, entered, onChange, onSent }: SignUpFormProps) {
  const t = useAccountMailsTexts();
  const common = useSignInTexts();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const person = { email: trimInvisible(entered.email), name: trimInvisible(entered.name) };
  const asking = useAction(askForAccount, {
    onSuccess: () => onSent(person.email),
    onError: () => requestAnimationFrame(() => focusFirstError(form.current)),
  });

  const broken = {
    email:
      findEmailProblem(person.email, t) ||
      (!isOfDomains(person.email, domains) && t.otherDomain(listed(domains))),
    name: person.name === '' && t.missingName,
  };
  const refused = fieldProblems(asking.error);
  const errorOf = (field: 'email' | 'name') => refused.get(field) ?? (submitted && broken[field]);
  const change = (field: keyof Person) => (event: { currentTarget: HTMLInputElement }) => {
    onChange({ ...entered, [field]: event.currentTarget.value });
    asking.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (broken.email === false && broken.name === false) asking.run(person);
    else requestAnimationFrame(() => focusFirstError(form.current));
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {asking.error && refused.size === 0 && (
        <Notice failure>
          {asking.error instanceof CallError && asking.error.status === 403
            ? t.closedText
            : failureText(asking.error, common)}
        </Notice>
      )}
      <TextInput
        label={t.email}
        description={domains.length > 0 && t.onlyOfDomains(listed(domains))}
        inputMode="email"
        autoComplete="username"
        size="md"
        className={classes.field}
        value={entered.email}
        onChange={change('email')}
        error={errorOf('email')}
      />
      <TextInput
        label={t.name}
        autoComplete="name"
        size="md"
        className={classes.field}
        value={entered.name}
        onChange={change('name')}
        error={errorOf('name')}
      />
      <Button type="submit" fullWidth size="md" loading={asking.pending}>
        {t.askForAccount}
      </Button>
    </form>
  );
}

function isOfDomains(email: string, domains: readonly string[]): boolean {
  const domain = domainOf(email);
  return domains.length === 0 || domains.some((one) => asciiDomain(one) === domain);
}

/** "example.org or example.com" */
function listed(domains: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(domains);
}
