import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listTrustedDevices,
  revokeTrustedDevice,
  type TrustedDevice,
} from '@annals/contracts/trusted-devices';
import { useState } from 'react';
import { call } from '../../platform/api/call.ts';
import { queryOf } from '../../platform/api/query.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { date } from '../../ui/list/columns.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { deviceLabel, useDeviceTexts } from '../sessions/device-label.ts';
import { useTrustedDeviceTexts } from './trusted-devices.texts.ts';

interface TrustedDevicesProps {
  userId: 'current' | (string & {});
  mayRevoke: boolean;
  onRevoked: () => unknown;
}

/** The devices on which a user needs no second factor for a while; nothing if there are none. */
export function TrustedDevices({ userId, mayRevoke, onRevoked }: TrustedDevicesProps) {
  const t = useTrustedDeviceTexts();
  const words = useDeviceTexts();
  const query = useQuery(queryOf(listTrustedDevices, { params: { userId } }));
  const [revoking, setRevoking] = useState<TrustedDevice>();
  // Most people have none: a panel that loads and disappears would move the page.
  if (!query.error && (query.data?.data.length ?? 0) === 0) return null;
  const nameOf = ({ userAgent }: TrustedDevice) => deviceLabel(userAgent ?? undefined, words);
  return (
    <>
      <QueryPanel title={t.devices} query={query} flush lines={2}>
        {({ data }) => (
          <SimpleTable
            label={t.devices}
            columns={[
              { id: 'device', header: t.device, names: true, render: nameOf },
              {
                id: 'address',
                header: t.address,
                render: ({ address }) => address,
                fits: true,
              },
              date('createdDate', t.since),
              date('lastUsedDate', t.lastUsed),
              {
                id: 'expiresDate',
                header: t.until,
                render: ({ expiresDate }) =>
                  expiresDate === null ? t.notAccepted : <Moment value={expiresDate} />,
              },
              {
                id: 'revoke',
                header: t.revoke,
                quietHead: true,
                align: 'end',
                render: (device) =>
                  mayRevoke && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`${t.revoke}: ${nameOf(device)}`}
                      onClick={() => setRevoking(device)}
                    >
                      {t.revoke}
                    </Button>
                  ),
              },
            ]}
            rows={data}
            rowKey={({ id }) => id}
          />
        )}
      </QueryPanel>
      {revoking && (
        <ConfirmDialog
          title={t.revokeTitle}
          question={t.revokeQuestion(nameOf(revoking))}
          confirm={t.revoke}
          failed={t.notRevoked}
          danger
          act={() => call(revokeTrustedDevice, { params: { userId, deviceId: revoking.id } })}
          onDone={() => {
            showToast({ message: t.revoked });
            void onRevoked();
          }}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
