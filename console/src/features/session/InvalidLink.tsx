import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { useSetPasswordTexts } from './set-password.texts.ts';
import classes from './SetPasswordPage.module.css';

type Purpose = 'SETUP' | 'INVITATION' | 'RESET' | 'SIGNUP';

interface InvalidLinkProps {
  state: 'missing' | 'expired' | 'used' | 'unknown';
  /** The purpose of the link, if the service reports it. */
  purpose?: Purpose | undefined;
}

/** Explains why a link is invalid and how to get a new one. */
export function InvalidLink({ state, purpose }: InvalidLinkProps) {
  const t = useSetPasswordTexts();
  const common = useSignInTexts();
  const router = useRouter();
  const runsOut = state === 'expired' || state === 'used';
  const renewal = purpose ?? 'any';
  // A used link means the account has a password, whatever the purpose.
  const kind = state === 'used' && renewal !== 'SETUP' ? 'any' : renewal;
  const form = kind === 'SIGNUP' ? 'signup' : 'reset';
  return (
    <SessionFrame title={t.link[state].title}>
      <p className={classes.words}>
        {t.link[state].text} {state === 'expired' && t.newLink[kind]}{' '}
        {state === 'used' && kind === 'any' && t.forgotIt}
      </p>
      {state === 'used' && (
        <Button
          fullWidth
          size="md"
          className={classes.field}
          onClick={() => router.history.push(pathTo('login'))}
        >
          {common.toSignIn}
        </Button>
      )}
      {runsOut && kind !== 'SETUP' && (
        <Button
          fullWidth
          size="md"
          variant={state === 'used' ? 'default' : 'filled'}
          className={classes.field}
          onClick={() => router.history.push(pathTo(form))}
        >
          {t.getNewLink[kind]}
        </Button>
      )}
      {state !== 'used' && (
        <p className={classes.back}>
          <PathLink to={pathTo('login')}>{common.toSignIn}</PathLink>
        </p>
      )}
    </SessionFrame>
  );
}
