import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endUserSession,
  endUserSessions,
  type Session,
} from '@annals/contracts/user-administration';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { deviceLabel } from '../../domain/sessions/device-label.ts';
import { EndSessionButton, useSessionColumns } from '../../domain/sessions/session-columns.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './account.module.css';
import { invalidateAccount, sessionsQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

/** The user's own sessions, with actions to end one or all others. */
export function Sessions() {
  const t = useAccountTexts();
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session | 'others'>();
  const close = () => setEnding(undefined);
  const columns = useSessionColumns((session) => (
    <EndSessionButton session={session} onEnd={() => setEnding(session)} />
  ));
  const shown = (sessions.data?.data ?? []).toSorted(
    (left, right) => Number(right.current) - Number(left.current),
  );
  const hasOthers = shown.some(({ current }) => !current);
  return (
    <div className={classes.wide}>
      <QueryPanel
        title={t.sessions}
        query={sessions}
        flush
        action={
          hasOthers && (
            <Button size="xs" variant="default" onClick={() => setEnding('others')}>
              {t.endOthers}
            </Button>
          )
        }
      >
        {() => (
          <>
            <p className={classes.lead}>{hasOthers ? t.sessionsHint : t.noOtherSessions}</p>
            <SimpleTable
              label={t.sessions}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => id}
            />
          </>
        )}
      </QueryPanel>
      {ending === 'others' && <EndOtherSessions onClose={close} />}
      {typeof ending === 'object' && <EndSession session={ending} onClose={close} />}
    </div>
  );
}

interface EndSessionProps {
  session: Session;
  onClose: () => void;
}

/** Ends one of the user's other sessions. */
function EndSession({ session, onClose }: EndSessionProps) {
  const t = useAccountTexts();
  const params = { userId: 'current' as const, sessionId: session.id };
  return (
    <ConfirmDialog
      title={t.endTitle}
      question={t.endQuestion(deviceLabel(session.userAgent))}
      confirm={t.end}
      failed={t.notEnded}
      danger
      act={() => call(endUserSession, { params })}
      onDone={() => {
        showToast({ message: t.ended });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}

/** Ends all of the user's sessions but this one. */
function EndOtherSessions({ onClose }: { onClose: () => void }) {
  const t = useAccountTexts();
  return (
    <ConfirmDialog
      title={t.endOthersTitle}
      question={t.endOthersQuestion}
      confirm={t.endOthers}
      failed={t.notEnded}
      danger
      act={() => call(endUserSessions, { params: { userId: 'current' } })}
      onDone={({ ended }) => {
        showToast({ message: t.endedOthers(ended) });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}
