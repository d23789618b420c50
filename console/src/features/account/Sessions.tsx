import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Session } from '@annals/contracts/user-administration';
import { lazyNamed } from '../../shared/lazy-named.ts';
import { EndSessionButton, useSessionColumns } from '../../shared/sessions/session-columns.tsx';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { SimpleTable } from '../../shared/tables/SimpleTable.tsx';
import classes from './account.module.css';
import { sessionsQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

const loadEnd = () => import('./EndSessions.tsx');
const EndSession = lazyNamed(loadEnd, 'EndSession');
const EndOtherSessions = lazyNamed(loadEnd, 'EndOtherSessions');

/** The user's own sessions, with actions to end one or all others. */
export function Sessions() {
  const t = useAccountTexts();
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session | 'others'>();
  const close = () => setEnding(undefined);
  const columns = useSessionColumns((session) => (
    <EndSessionButton session={session} onEnd={() => setEnding(session)} preload={loadEnd} />
  ));
  const shown = (sessions.data?.data ?? []).toSorted(
    (left, right) => Number(right.current === true) - Number(left.current === true),
  );
  const hasOthers = shown.some(({ current }) => current !== true);
  return (
    <div className={classes.wide}>
      <QueryPanel
        title={t.sessions}
        query={sessions}
        flush
        action={
          hasOthers && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setEnding('others')}
              onPointerEnter={() => void loadEnd()}
              onFocus={() => void loadEnd()}
            >
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
      <Suspense>
        {ending === 'others' && <EndOtherSessions onClose={close} />}
        {typeof ending === 'object' && <EndSession session={ending} onClose={close} />}
      </Suspense>
    </div>
  );
}
