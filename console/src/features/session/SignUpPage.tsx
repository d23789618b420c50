import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { askForSignUpRules, type SignUpRules } from './account-mails.calls.ts';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import classes from './AccountMails.module.css';
import { failureText } from './failure-text.ts';
import { BackToSignIn, MailSent } from './MailSent.tsx';
import { NotOfferedHere } from './NotOfferedHere.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { type Person, SignUpForm } from './SignUpForm.tsx';
import { takeRememberedEmail } from './typed-email.ts';
import { useAction } from './useAction.ts';

/** The sign-up form; if sign-up is closed, whom to ask instead. */
export function SignUpPage() {
  const t = useAccountMailsTexts();
  const common = useSignInTexts();
  const [rules, setRules] = useState<SignUpRules | 'notOffered'>();
  const [entered, setEntered] = useState<Person>(() => ({
    email: takeRememberedEmail(),
    name: '',
  }));
  const [sentTo, setSentTo] = useState<string>();
  const asking = useAction<void, SignUpRules | 'notOffered'>(askForSignUpRules, {
    onSuccess: setRules,
  });
  const { run } = asking;
  // oxlint-disable-next-line react/exhaustive-deps -- runs once; the button repeats it
  useEffect(() => run(), []);

  if (asking.error) {
    return (
      <SessionFrame title={t.signUpTitle}>
        <Notice failure>{failureText(asking.error, common)}</Notice>
        <Button variant="default" size="md" fullWidth onClick={() => run()}>
          {t.tryAgain}
        </Button>
        <BackToSignIn />
      </SessionFrame>
    );
  }
  if (rules === undefined) {
    return (
      <SessionFrame title={t.signUpTitle}>
        <output className={classes.hint}>{t.asking}</output>
      </SessionFrame>
    );
  }
  if (rules === 'notOffered') {
    return <NotOfferedHere title={t.signUpTitle} text={t.signUpNotOffered} />;
  }
  if (!rules.open) {
    return (
      <SessionFrame title={t.closedTitle}>
        <p className={classes.words}>{t.closedText}</p>
        <BackToSignIn />
      </SessionFrame>
    );
  }
  if (sentTo !== undefined) {
    return <MailSent text={t.signUpSent(sentTo)} onAgain={() => setSentTo(undefined)} />;
  }
  return (
    <SessionFrame title={t.signUpTitle}>
      <SignUpForm
        domains={rules.domains}
        entered={entered}
        onChange={setEntered}
        onSent={setSentTo}
      />
      <BackToSignIn />
    </SessionFrame>
  );
}
