import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { failureText } from './failure-text.ts';
import { Notice } from './Notice.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { pathTo } from '../../shared/links.ts';
import { SessionFrame } from './SessionFrame.tsx';
import classes from './SetPasswordPage.module.css';
import { checkLink } from './session.calls.ts';
import { useSessionTexts } from './session.texts.ts';
import { SetPasswordForm } from './SetPasswordForm.tsx';
import { takeToken } from './take-token.ts';

type Link = Awaited<ReturnType<typeof checkLink>>;
type UselessLink = 'missing' | 'expired' | 'used' | 'unknown';

export function SetPasswordPage() {
  const [token] = useState(takeToken);
  return token === undefined ? <LinkIs state="missing" /> : <WithToken token={token} />;
}

function WithToken({ token }: { token: string }) {
  const t = useSessionTexts();
  const [attempt, setAttempt] = useState(1);
  const { link, error } = useLink(token, attempt);
  if (error) {
    return (
      <SessionFrame title={t.setPassword}>
        <Notice failure>
          {t.linkNotChecked}. {failureText(error, t)}
        </Notice>
        <Button variant="default" onClick={() => setAttempt(attempt + 1)}>
          {t.tryAgain}
        </Button>
      </SessionFrame>
    );
  }
  if (link === undefined) {
    return (
      <SessionFrame title={t.setPassword}>
        <output className={classes.words}>{t.checkingLink}</output>
      </SessionFrame>
    );
  }
  if (link.state !== 'valid') return <LinkIs state={link.state} />;
  return (
    <SessionFrame title={link.purpose === 'SETUP' ? t.firstMaster : t.setPassword}>
      <p className={classes.words}>
        {link.email === undefined ? t.firstMasterText : t.forAccount(link.email)}
      </p>
      <SetPasswordForm token={token} email={link.email} />
    </SessionFrame>
  );
}

/** What the service says about the link; another attempt asks again. */
function useLink(token: string, attempt: number): { link?: Link; error?: Error } {
  const [answer, setAnswer] = useState<{ attempt: number; link?: Link; error?: Error }>({
    attempt,
  });
  useEffect(() => {
    let current = true;
    checkLink(token).then(
      (link) => current && setAnswer({ attempt, link }),
      (error: unknown) =>
        current &&
        setAnswer({ attempt, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      current = false;
    };
  }, [token, attempt]);
  return answer.attempt === attempt ? answer : {};
}

function LinkIs({ state }: { state: UselessLink }) {
  const t = useSessionTexts();
  return (
    <SessionFrame title={t.link[state].title}>
      <p className={classes.words}>{t.link[state].text}</p>
      <PathLink to={pathTo('login')}>{t.toSignIn}</PathLink>
    </SessionFrame>
  );
}
