import { Button } from '@mantine/core';
import { useState } from 'react';
import { dataUserFailure, loadDataUser } from '../platform/api/current-user.ts';
import { ErrorPanel } from '../ui/feedback/ErrorPanel.tsx';
import { useFeedbackTexts } from '../ui/feedback/feedback.texts.ts';
import { useStartTroubleTexts } from './start-trouble.texts.ts';

/** Says above the page that the data service's user is missing, and why. */
export function DataUserNotice({ error }: { error: unknown }) {
  const t = useStartTroubleTexts();
  const common = useFeedbackTexts();
  const [isLoading, setLoading] = useState(false);
  const tryAgain = async () => {
    setLoading(true);
    // If the session has ended meanwhile, the login page follows.
    await loadDataUser().catch(() => undefined);
    setLoading(false);
  };
  const ways = (
    <>
      {/* Also after a refusal, which ends for example when the service has created the user. */}
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void tryAgain()}>
        {common.retry}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => dataUserFailure.set(undefined)}>
        {common.dismiss}
      </Button>
    </>
  );
  return <ErrorPanel title={t.dataUserFailed} error={error} action={ways} />;
}
