import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { focusPageHeading } from '../../shared/page/heading-focus.ts';
import { useAccountMailsTexts } from './account-mails.texts.ts';
import classes from './AccountMails.module.css';
import { SessionFrame } from './SessionFrame.tsx';
import { WayBack } from './WayBack.tsx';

interface MailSentProps {
  text: string;
  /** Back to the form, with what was typed. */
  onAgain: () => void;
}

export function MailSent({ text, onAgain }: MailSentProps) {
  const t = useAccountMailsTexts();
  useEffect(focusPageHeading, []);
  return (
    <SessionFrame title={t.lookIntoMail}>
      <p className={classes.words}>{text}</p>
      <p className={classes.hint}>{t.nothingCame}</p>
      <Button variant="default" fullWidth size="md" onClick={onAgain}>
        {t.askAgain}
      </Button>
      <WayBack />
    </SessionFrame>
  );
}
