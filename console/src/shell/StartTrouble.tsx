import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { CallError } from '../platform/api/errors.ts';
import { productTitle } from '../platform/api/product.ts';
import { useAppState } from '../platform/api/state.ts';
import { useErrorMessage } from '../ui/feedback/error-message.ts';
import { Logo } from '../ui/page/Logo.tsx';
import { pageHeadingId } from '../ui/page/heading-focus.ts';
import classes from './ErrorPages.module.css';
import { FailurePage } from './FailurePage.tsx';
import { useStartTroubleTexts } from './start-trouble.texts.ts';
import { useLeave } from './useLeave.ts';

interface StartTroubleProps {
  /** Absent while the response is late. */
  failure: { error: unknown } | undefined;
  onTryAgain: () => void;
}

/** What keeps the start-up from being done, with a way out: nobody is locked out by a service. */
export function StartTrouble({ failure, onTryAgain }: StartTroubleProps) {
  const t = useStartTroubleTexts();
  const errorMessage = useErrorMessage();
  const { leave, isLeaving } = useLeave();
  const logout = (
    <Button variant="default" loading={isLeaving} onClick={() => void leave()}>
      {t.logout}
    </Button>
  );
  if (failure === undefined) return <SlowStart logout={logout} />;
  if (isOfNetwork(failure.error))
    return (
      <FailurePage
        error={failure.error}
        title={t.networkTitle}
        onTryAgain={onTryAgain}
        otherWays={logout}
      >
        {errorMessage(failure.error)}
      </FailurePage>
    );
  return (
    <FailurePage error={failure.error} onTryAgain={onTryAgain} otherWays={logout}>
      {t.userFailed} {errorMessage(failure.error)} {t.whatNow}
    </FailurePage>
  );
}

/** A sign-in rule refuses the network: nothing is broken, and the session goes on elsewhere. */
const isOfNetwork = (error: unknown): boolean =>
  error instanceof CallError && error.problem.code === 'network_not_allowed';

function SlowStart({ logout }: { logout: ReactNode }) {
  const t = useStartTroubleTexts();
  const hasUser = useAppState(({ user }) => user !== undefined);
  useEffect(() => {
    document.title = `${t.slowTitle} · ${productTitle}`;
  }, [t]);
  return (
    <div className={classes.page}>
      <Logo size={40} />
      <h1 id={pageHeadingId} tabIndex={-1}>
        {t.slowTitle}
      </h1>
      <output>
        {hasUser ? t.waitingForDataUser : t.waitingForUser} {t.slowHint}
      </output>
      <div className={classes.ways}>{logout}</div>
    </div>
  );
}
