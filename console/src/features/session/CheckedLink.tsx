import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { NotOffered } from '../../platform/api/errors.ts';
import classes from './CheckedLink.module.css';
import { useCheckedLinkTexts } from './checked-link.texts.ts';
import { failureText } from './failure-text.ts';
import { NotOfferedHere } from './NotOfferedHere.tsx';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { useSignInTexts } from './sign-in.texts.ts';

interface CheckedLinkProps<Link> {
  token: string;
  /** Asks the service about the link; the same function in each render. */
  check: (token: string) => Promise<Link>;
  /** The page's title until the service has answered. */
  title: string;
  /** What the page says if the service does not have the call. */
  notOffered: string;
  /** @param checkAgain for a link that has changed in the meantime */
  children: (link: Link, checkAgain: () => void) => ReactNode;
}

/** What a one-time link opens, once the service has answered what the link is. */
export function CheckedLink<Link>({
  token,
  check,
  title,
  notOffered,
  children,
}: CheckedLinkProps<Link>) {
  const t = useCheckedLinkTexts();
  const common = useSignInTexts();
  const [attempt, setAttempt] = useState(1);
  const { link, error } = useLinkCheck(check, token, attempt);
  const checkAgain = () => setAttempt(attempt + 1);
  if (link !== undefined) return children(link, checkAgain);
  if (error instanceof NotOffered) return <NotOfferedHere title={title} text={notOffered} />;
  return (
    <SessionFrame title={title}>
      {error ? (
        <>
          <Notice failure>
            {t.notChecked} {failureText(error, common)}
          </Notice>
          <Button variant="default" size="md" fullWidth onClick={checkAgain}>
            {t.tryAgain}
          </Button>
        </>
      ) : (
        <output className={classes.checking}>{t.checking}</output>
      )}
    </SessionFrame>
  );
}

/** What the service says about a link; another attempt asks again. */
function useLinkCheck<Link>(
  check: (token: string) => Promise<Link>,
  token: string,
  attempt: number,
): { link?: Link; error?: Error } {
  const [answer, setAnswer] = useState<{ attempt: number; link?: Link; error?: Error }>({
    attempt,
  });
  useEffect(() => {
    let current = true;
    check(token).then(
      (link) => current && setAnswer({ attempt, link }),
      (error: unknown) =>
        current &&
        setAnswer({ attempt, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      current = false;
    };
  }, [check, token, attempt]);
  return answer.attempt === attempt ? answer : {};
}
