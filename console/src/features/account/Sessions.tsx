import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Session } from '@annals/contracts/user-administration';
import { deviceWords, useDeviceTexts } from '../../shared/sessions/device-words.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { SimpleTable } from '../../shared/tables/SimpleTable.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import classes from './account.module.css';
import { sessionsQuery } from './account.queries.ts';
import { useAccountTexts } from './account.texts.ts';

const loadEnd = () => import('./EndSessions.tsx');
const EndSession = lazy(async () => ({ default: (await loadEnd()).EndSession }));
const EndOtherSessions = lazy(async () => ({ default: (await loadEnd()).EndOtherSessions }));

/** Where one is signed in; ending one session or all others. */
export function Sessions() {
  const t = useAccountTexts();
  const devices = useDeviceTexts();
  const sessions = useQuery(sessionsQuery());
  const [ending, setEnding] = useState<Session | 'others'>();
  const close = () => setEnding(undefined);
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
            <p className={classes.lead}>{hasOthers ? t.sessionsHint : t.onlyThis}</p>
            <SimpleTable
              label={t.sessions}
              columns={[
                {
                  id: 'device',
                  header: t.device,
                  names: true,
                  render: (session) => <Device session={session} />,
                },
                {
                  id: 'address',
                  header: t.address,
                  render: ({ address }) => address?.replace(/^::ffff:/, ''),
                },
                {
                  id: 'lastSeen',
                  header: t.lastSeen,
                  render: ({ id, lastSeenDate }) => (
                    <span id={`seen-${id}`}>
                      <Moment value={lastSeenDate} />
                    </span>
                  ),
                },
                {
                  id: 'started',
                  header: t.started,
                  render: ({ createdDate }) => <Moment value={createdDate} />,
                },
                {
                  id: 'end',
                  header: t.end,
                  quietHead: true,
                  align: 'end',
                  render: (session) =>
                    session.current !== true && (
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`${t.end}: ${deviceWords(session.userAgent, devices)}`}
                        aria-describedby={`seen-${session.id}`}
                        onClick={() => setEnding(session)}
                        onPointerEnter={() => void loadEnd()}
                        onFocus={() => void loadEnd()}
                      >
                        {t.end}
                      </Button>
                    ),
                },
              ]}
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

function Device({ session }: { session: Session }) {
  const t = useAccountTexts();
  const isMobile = /Android|iPhone|iPad|Mobile/.test(session.userAgent ?? '');
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className={classes.named}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      {deviceWords(session.userAgent, useDeviceTexts())}
      {session.current === true && <StatusBadge tone="good">{t.thisOne}</StatusBadge>}
    </span>
  );
}
