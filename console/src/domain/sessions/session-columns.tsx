import { Button, type ButtonProps } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Session } from '@annals/contracts/user-administration';
import { date } from '../../ui/list/columns.tsx';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import type { TableColumn } from '../../ui/tables/SimpleTable.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './Device.module.css';
import { deviceLabel, useDeviceTexts } from './device-label.ts';
import { useSessionTexts } from './sessions.texts.ts';

/**
 * What one sees of sessions.
 * @param renderEnd what ends one of them; not asked of the person's own
 */
export function useSessionColumns(
  renderEnd: (session: Session) => ReactNode,
): readonly TableColumn<Session>[] {
  const t = useSessionTexts();
  return [
    {
      id: 'device',
      header: t.device,
      names: true,
      render: (session) => <Device session={session} />,
    },
    {
      id: 'address',
      header: t.address,
      render: ({ address }) => address,
      fits: true,
    },
    {
      id: 'lastSeen',
      header: t.lastSeen,
      render: ({ id, lastSeenDate }) => (
        <span id={seenId(id)}>
          <Moment value={lastSeenDate} withRelative />
        </span>
      ),
    },
    date('createdDate', t.started),
    {
      id: 'end',
      header: t.end,
      quietHead: true,
      align: 'end',
      render: (session) => !session.current && renderEnd(session),
    },
  ];
}

const seenId = (sessionId: string) => `seen-${sessionId}`;

function Device({ session: { userAgent, current } }: { session: Session }) {
  const t = useSessionTexts();
  const isMobile = /Android|iPhone|iPad|Mobile/.test(userAgent ?? '');
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <span className={classes.device}>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      {deviceLabel(userAgent, useDeviceTexts())}
      {current && <StatusBadge tone="good">{t.thisOne}</StatusBadge>}
    </span>
  );
}

interface EndSessionButtonProps extends Pick<ButtonProps, 'loading'> {
  session: Session;
  onEnd: () => void;
}

/** Ends one session; to a screen reader it says which. */
export function EndSessionButton({ session, onEnd, loading }: EndSessionButtonProps) {
  const t = useSessionTexts();
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${t.end}: ${deviceLabel(session.userAgent, useDeviceTexts())}`}
      aria-describedby={seenId(session.id)}
      loading={loading ?? false}
      onClick={onEnd}
    >
      {t.end}
    </Button>
  );
}
