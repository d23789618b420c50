import { Button, TextInput } from '@mantine/core';
import { requestPasswordReset } from '@annals/contracts/sign-in';
import { trimInvisible } from '@annals/contracts/unseen-characters';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCapability } from '../../platform/capabilities.ts';
import { askForReset } from './account-mails.calls.ts';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import classes from './AccountMails.module.css';
import { failureText } from './failure-text.ts';
import { BackToSignIn, MailSent } from './MailSent.tsx';
import { NotOfferedHere } from './NotOfferedHere.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { findEmailProblem, isEmail, takeRememberedEmail } from './typed-email.ts';
import { useAction } from './useAction.ts';

/** Requests a mail to set a new password. The confirmation does not reveal whether an account exists. */
export function ResetPage() {
  const t = useAccountMailsTexts();
  const common = useSignInTexts();
  const isOffered = useCapability(requestPasswordReset);
  const [email, setEmail] = useState(takeRememberedEmail);
  const [submitted, setSubmitted] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asking = useAction(askForReset, {
    onSuccess: () => setSentTo(trimInvisible(email)),
    onError: () => field.current?.focus(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setEmail(trimInvisible(email));
    if (isEmail(email)) asking.run(trimInvisible(email));
    else field.current?.focus();
  };

  if (sentTo !== undefined) {
    return (
      <MailSent
        text={t.resetSent(sentTo)}
        onAgain={() => {
          setSentTo(undefined);
          setSubmitted(false);
        }}
      />
    );
  }
  if (!isOffered) {
    return <NotOfferedHere title={t.resetTitle} text={t.notOffered} />;
  }
  return (
    <SessionFrame title={t.resetTitle}>
      <p className={classes.words}>{t.resetText}</p>
      {asking.error && (
        <Notice failure>{failureText(asking.error, common, undefined, t.notOffered)}</Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          label={t.email}
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={submitted && findEmailProblem(email, t)}
          autoComplete="username"
          size="md"
          className={classes.field}
        />
        <Button type="submit" fullWidth size="md" loading={asking.pending}>
          {t.sendMail}
        </Button>
      </form>
      <BackToSignIn />
    </SessionFrame>
  );
}
