import { Button } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  type Factor,
  listFactors,
  removeFactor,
  renewRecoveryCodes,
} from '@annals/contracts/account';
import { call } from '../../platform/api/call.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { date } from '../../ui/list/columns.tsx';
import { knowsPasskeys } from '../../domain/second-factors/passkeys.ts';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './account.module.css';
import { invalidateAccount } from './account.queries.ts';
import { expectRecoveryCodes } from './RecoveryCodesDialog.tsx';
import { useSecurityTexts } from './security.texts.ts';

const AddAuthenticatorApp = lazyNamed(
  () => import('./AddAuthenticatorApp.tsx'),
  'AddAuthenticatorApp',
);
const AddPasskey = lazyNamed(() => import('./AddPasskey.tsx'), 'AddPasskey');

type Factors = { data: Factor[]; recoveryCodesLeft: number; required: boolean };
type Opened = 'app' | 'passkey' | 'renew' | { remove: Factor };

/** With this few codes left, a warning suggests new ones. */
const fewCodes = 3;

/** The second factors: list, add and remove, recovery codes. */
export function SecondFactors() {
  const t = useSecurityTexts();
  const factors = useQuery(queryOf(listFactors));
  const [opened, setOpened] = useState<Opened>();
  // The offer after a sign-in (shell/PasskeyOffer) leads here.
  const [addsPasskey, setAddsPasskey] = useDialogFromUrl();
  const close = () => setOpened(undefined);
  return (
    <>
      <QueryPanel title={t.factors} query={factors} lines={4}>
        {(known) => (
          <div className={classes.stack}>
            <p className={classes.quiet}>{t.factorsHint}</p>
            {known.data.length === 0 ? (
              <p className={known.required ? classes.warning : classes.plain}>
                {known.required ? t.requiredMissing : t.noFactors}
              </p>
            ) : (
              <FactorList factors={known} onRemove={(remove) => setOpened({ remove })} />
            )}
            {known.data.length > 0 && (
              <CodesLeft left={known.recoveryCodesLeft} onRenew={() => setOpened('renew')} />
            )}
            <Adding available={known.passkeysAvailable} onAdd={setOpened} />
          </div>
        )}
      </QueryPanel>
      <Suspense>
        {opened === 'app' && <AddAuthenticatorApp onClose={close} />}
        {(opened === 'passkey' || addsPasskey) && (
          <AddPasskey
            onClose={() => {
              close();
              setAddsPasskey(false);
            }}
          />
        )}
      </Suspense>
      {opened === 'renew' && <RenewRecoveryCodes onClose={close} />}
      {typeof opened === 'object' && (
        <RemoveFactor
          factor={opened.remove}
          last={factors.data?.data.length === 1}
          onClose={close}
        />
      )}
    </>
  );
}

interface FactorListProps {
  factors: Factors;
  onRemove: (factor: Factor) => void;
}

function FactorList({ factors: { data, required }, onRemove }: FactorListProps) {
  const t = useSecurityTexts();
  const mustStay = required && data.length === 1;
  return (
    <div>
      <div className={classes.edgeless}>
        <SimpleTable
          label={t.factors}
          columns={[
            {
              id: 'name',
              header: t.factorName,
              names: true,
              render: ({ name, kind }) => (
                <span className={classes.named}>
                  <KindIcon kind={kind} />
                  {name}
                </span>
              ),
            },
            {
              id: 'kind',
              header: t.factorKind,
              render: ({ name, kind }) => name !== t.kinds[kind] && t.kinds[kind],
            },
            date('createdDate', t.added),
            date('lastUsedDate', t.lastUsed, { never: t.neverUsed }),
            {
              id: 'remove',
              header: t.remove,
              quietHead: true,
              align: 'end',
              render: (factor) =>
                !mustStay && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${t.remove}: ${factor.name}`}
                    onClick={() => onRemove(factor)}
                  >
                    {t.remove}
                  </Button>
                ),
            },
          ]}
          rows={data}
          rowKey={({ id }) => id}
        />
      </div>
      {mustStay && <p className={classes.quiet}>{t.required}</p>}
    </div>
  );
}

function KindIcon({ kind }: Pick<Factor, 'kind'>) {
  const Icon = kind === 'PASSKEY' ? IconFingerprint : IconDeviceMobile;
  return <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />;
}

function CodesLeft({ left, onRenew }: { left: number; onRenew: () => void }) {
  const t = useSecurityTexts();
  return (
    <div className={classes.foot}>
      <span className={left <= fewCodes ? classes.warning : undefined}>
        {t.codesLeft(left)}
        {left <= fewCodes && `. ${t.fewCodes}`}
      </span>
      <Button size="xs" variant="default" onClick={onRenew}>
        {t.newCodes}
      </Button>
    </div>
  );
}

interface AddingProps {
  available: boolean;
  onAdd: (kind: 'app' | 'passkey') => void;
}

function Adding({ available, onAdd }: AddingProps) {
  const t = useSecurityTexts();
  const reason = available
    ? knowsPasskeys()
      ? undefined
      : t.passkeysUnknown
    : t.passkeysUnavailable;
  return (
    <div className={classes.foot}>
      <div className={classes.adding}>
        <Button
          size="xs"
          variant="default"
          onClick={() => onAdd('app')}
          {...AddAuthenticatorApp.onApproach}
        >
          {t.addApp}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={reason !== undefined}
          onClick={() => onAdd('passkey')}
          {...AddPasskey.onApproach}
        >
          {t.addPasskey}
        </Button>
      </div>
      {reason !== undefined && <p className={classes.quiet}>{reason}</p>}
    </div>
  );
}

interface RemoveFactorProps {
  factor: Factor;
  /** Whether it is the last second factor. */
  last: boolean;
  onClose: () => void;
}

function RemoveFactor({ factor: { id, name }, last, onClose }: RemoveFactorProps) {
  const t = useSecurityTexts();
  return (
    <ConfirmDialog
      title={t.removeTitle(name)}
      question={t.removeQuestion}
      touches={last ? [t.removeLast, t.removeCodes] : undefined}
      confirm={t.remove}
      failed={t.notRemoved}
      danger
      act={() => call(removeFactor, { params: { factorId: id } })}
      onDone={() => {
        showToast({ message: t.removed(name) });
        void invalidateAccount();
      }}
      onClose={onClose}
    />
  );
}

/** Replaces the recovery codes. */
function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const t = useSecurityTexts();
  const renew = async () => {
    const showCodes = expectRecoveryCodes();
    const { recoveryCodes } = await call(renewRecoveryCodes, {});
    showCodes(recoveryCodes);
  };
  return (
    <ConfirmDialog
      title={t.newCodes}
      question={t.newCodesQuestion}
      confirm={t.makeCodes}
      failed={t.codesNotMade}
      act={renew}
      onDone={() => void invalidateAccount()}
      onClose={onClose}
    />
  );
}
