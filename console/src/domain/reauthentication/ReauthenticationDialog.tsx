import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { reauthenticate, startReauthentication } from '@annals/contracts/account';
import { call } from '../../platform/api/call.ts';
import type { CallError } from '../../platform/api/errors.ts';
import { endServiceSession } from '../../platform/api/logout.ts';
import {
  removeRefreshToken,
  loseSession,
  signsInToConfirm,
  waitWhileInterrupted,
} from '../../platform/api/session.ts';
import { useAppState } from '../../platform/api/state.ts';
import { pathTo } from '../../platform/links.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { registerUnsaved } from '../../platform/unsaved.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';
import { PasswordField } from '../passwords/PasswordField.tsx';
import { askForPasskey, isRefusedPasskey, knowsPasskeys } from '../second-factors/passkeys.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import classes from './ReauthenticationDialog.module.css';
import { useReauthenticationTexts } from './reauthentication.texts.ts';

interface ProofProps {
  onGiven: () => void;
  onRefused: () => void;
}

interface ReauthenticationDialogProps extends ProofProps {
  refusal: CallError;
}

/** The challenge is valid for five minutes. */
const renewalMs = 4 * 60_000;

/** What the service says if a provider has signed the user in without proof that it asked. */
const providerMessages: ReadonlySet<string | undefined> = new Set([
  'providerDidNotAskAgain',
  'providerDoesNotSayWhen',
]);

/** Asks for the password again or for a passkey; users who have neither are asked to sign in again, over the page. */
export function ReauthenticationDialog({
  refusal,
  onGiven,
  onRefused,
}: ReauthenticationDialogProps) {
  const t = useReauthenticationTexts();
  const serviceText = useServiceText();
  // Signing in again at the provider was in vain.
  const isOfNoUse = providerMessages.has(refusal.problem.messageCode);
  const hasPassword = useAppState(({ user }) => user?.hasPassword !== false);
  const started = useQuery({
    queryKey: ['reauthentication', useId()],
    queryFn: () => call(startReauthentication, {}),
    enabled: knowsPasskeys(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: renewalMs,
    gcTime: 0,
    retry: false,
  });
  const passkey = started.data?.passkey ?? undefined;
  const props = { onGiven, onRefused };
  return (
    <Dialog title={t.proofTitle} onClose={onRefused} form top>
      <div className={classes.stack}>
        {isOfNoUse && (
          <p role="alert" className={classes.plain}>
            {serviceText(refusal.explanation)}
          </p>
        )}
        {hasPassword ? (
          <>
            <PasswordProof {...props} />
            {passkey && (
              <>
                <span className={classes.or}>{t.or}</span>
                <UsePasskey options={passkey} onGiven={onGiven} onFailed={started.refetch} />
              </>
            )}
          </>
        ) : started.isLoading ? (
          <LineSkeletons lines={2} />
        ) : passkey ? (
          <>
            <p className={classes.quiet}>{t.passkeyHint}</p>
            <UsePasskey options={passkey} onGiven={onGiven} onFailed={started.refetch} isOnly />
            <SignInAgain {...props} />
          </>
        ) : isOfNoUse ? (
          <SetPassword {...props} />
        ) : (
          <>
            <p className={classes.plain}>{t.noPasswordProof}</p>
            <SignInAgain {...props} isOnly />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The ways out of whoever has neither a password nor a passkey, and whose provider did not ask them again. */
function SetPassword(props: ProofProps) {
  const t = useReauthenticationTexts();
  return (
    <>
      <p className={classes.plain}>{t.setPasswordHint}</p>
      <Button
        component="a"
        href={pathTo('reset')}
        target="_blank"
        variant="default"
        fullWidth
        data-autofocus
      >
        {t.setPassword}
      </Button>
      <Button fullWidth onClick={props.onGiven}>
        {t.goOn}
      </Button>
      <SignInAgain {...props} />
    </>
  );
}

function PasswordProof({ onGiven, onRefused }: ProofProps) {
  const t = useReauthenticationTexts();
  const form = useGuardedForm({
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? t.passwordMissing : null) },
    save: (body) => call(reauthenticate, { body }),
    onSaved: onGiven,
  });
  return (
    <GuardedForm form={form} save={t.goOn} failed={t.notProved} onCancel={onRefused}>
      <p className={classes.quiet}>{t.proofHint}</p>
      <PasswordField
        label={t.password}
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
    </GuardedForm>
  );
}

interface UsePasskeyProps extends Pick<ProofProps, 'onGiven'> {
  options: object;
  /** Each challenge is good for one attempt. */
  onFailed: () => unknown;
  /** Whether there is no password. */
  isOnly?: boolean;
}

function UsePasskey({ options, onGiven, onFailed, isOnly = false }: UsePasskeyProps) {
  const t = useReauthenticationTexts();
  const proving = useSingleMutation({
    mutationFn: async () =>
      call(reauthenticate, { body: { assertion: await askForPasskey(options) } }),
    onSuccess: onGiven,
    onError: (error) => {
      if (!isRefusedPasskey(error)) void onFailed();
    },
  });
  const { error } = proving;
  return (
    <>
      {error && isRefusedPasskey(error) && (
        <p role="alert" className={classes.plain}>
          {t.passkeyNotUsed}
        </p>
      )}
      {error && !isRefusedPasskey(error) && <ErrorPanel title={t.passkeyNotProved} error={error} />}
      <Button
        fullWidth
        variant={isOnly ? 'filled' : 'default'}
        data-autofocus={isOnly || undefined}
        loading={proving.isPending}
        onClick={() => proving.mutate()}
      >
        {t.usePasskey}
      </Button>
    </>
  );
}

function SignInAgain({ onGiven, onRefused, isOnly = false }: ProofProps & { isOnly?: boolean }) {
  const t = useReauthenticationTexts();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    signInOver().then(onGiven, onRefused);
  };
  return (
    <div className={classes.buttons}>
      <Button variant="default" disabled={leaving} onClick={onRefused}>
        {t.cancel}
      </Button>
      <Button
        variant={isOnly ? 'filled' : 'default'}
        data-autofocus={isOnly || undefined}
        loading={leaving}
        onClick={leave}
      >
        {t.signInAgain}
      </Button>
    </div>
  );
}

/** Ends the session and waits for the next one, whose sign-in opens over the page. */
async function signInOver(): Promise<void> {
  // The call that waits, and what it is about, would be lost with the page.
  const unregister = registerUnsaved({ isUnsaved: () => true, discard: () => unregister() });
  signsInToConfirm.set(true);
  try {
    await endServiceSession();
    removeRefreshToken();
    loseSession();
    await waitWhileInterrupted();
  } finally {
    signsInToConfirm.set(false);
    unregister();
  }
}
