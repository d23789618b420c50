import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Session } from '@annals/contracts/user-administration';
import { deviceWords, useDeviceTexts } from '../../shared/sessions/device-words.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
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
        action={
          hasOthers && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setEnding('others')}
              onPointerEnter={() => void loadEnd()}
            >
              {t.endOthers}
            </Button>
          )
        }
      >
        {() => (
          <div className={classes.stack}>
            <p className={classes.quiet}>{hasOthers ? t.sessionsHint : t.onlyThis}</p>
            <ul className={classes.entries}>
              {shown.map((session) => (
                <OneSession key={session.id} session={session} onEnd={setEnding} />
              ))}
            </ul>
          </div>
        )}
      </QueryPanel>
      <Suspense>
        {ending === 'others' && <EndOtherSessions onClose={close} />}
        {typeof ending === 'object' && <EndSession session={ending} onClose={close} />}
      </Suspense>
    </div>
  );
}

interface OneSessionProps {
  session: Session;
  onEnd: (session: Session) => void;
}

function OneSession({ session, onEnd }: OneSessionProps) {
  const t = useAccountTexts();
  const device = deviceWords(session.userAgent, useDeviceTexts());
  const isMobile = /Android|iPhone|iPad|Mobile/.test(session.userAgent ?? '');
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.entry}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div>
        <div className={classes.name}>
          {device}
          {session.current === true && <StatusBadge tone="good">{t.thisOne}</StatusBadge>}
        </div>
        <div className={classes.facts}>
          {session.address && (
            <span>
              {t.address} {session.address.replace(/^::ffff:/, '')}
            </span>
          )}
          <span>
            {t.lastSeen} <Moment value={session.lastSeenDate} />
          </span>
          <span>
            {t.started} <Moment value={session.createdDate} />
          </span>
        </div>
      </div>
      {session.current !== true && (
        <Button
          size="xs"
          variant="default"
          aria-label={`${t.end}: ${device}`}
          onClick={() => onEnd(session)}
          onPointerEnter={() => void loadEnd()}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}
