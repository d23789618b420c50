import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { storedAuth } from '../../platform/api/session.ts';
import { pathTo } from '../../platform/links.ts';
import { focusPageHeading } from '../../ui/page/heading-focus.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import classes from './AccountMails.module.css';
import { useSignInTexts } from './sign-in.texts.ts';
import { SessionFrame } from './SessionFrame.tsx';

interface MailSentProps {
  text: string;
  /** Returns to the form with its values. */
  onAgain: () => void;
}

export function MailSent({ text, onAgain }: MailSentProps) {
  const t = useAccountMailsTexts();
  useEffect(focusPageHeading, []);
  return (
    <SessionFrame title={t.checkEmail}>
      <p className={classes.words}>{text}</p>
      <p className={classes.hint}>{t.nothingCame}</p>
      <Button variant="default" fullWidth size="md" onClick={onAgain}>
        {t.askAgain}
      </Button>
      <BackToSignIn />
    </SessionFrame>
  );
}

/** Links to the sign-in, or to the console for signed-in users. */
export function BackToSignIn() {
  const t = useAccountMailsTexts();
  const common = useSignInTexts();
  const isSignedIn = storedAuth() !== null;
  return (
    <p className={classes.back}>
      <PathLink to={pathTo(isSignedIn ? 'index' : 'login')}>
        {isSignedIn ? t.toConsole : common.toSignIn}
      </PathLink>
    </p>
  );
}
