import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import { useApprovalTexts } from '../../../domain/change-sets/approval.texts.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { Id } from '../../../ui/ids/Id.tsx';
import { PasswordField } from '../../../domain/passwords/PasswordField.tsx';
import { isRefusedPasskey, knowsPasskeys } from '../../../domain/second-factors/passkeys.ts';
import { codeDigits, codeLength } from '../../../domain/second-factors/one-time-code.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { Facts } from '../../../ui/states/Facts.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ChangeSet.module.css';
import { useSetTexts } from './change-set.texts.ts';
import { sign, type SignatureProof } from '../../../domain/signatures/signatures.ts';
import type { OfferedSignature } from './sign.calls.ts';
import { useSignTexts } from './sign.texts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface SignStatementProps {
  set: ChangeSet;
  offered: OfferedSignature;
  approve: (signature: string) => Promise<unknown>;
  onBack: () => void;
  onClose: () => void;
}

/** Shows the statement and signs it with a passkey, or with a password and a code. */
export function SignStatement({ set, offered, approve, onBack, onClose }: SignStatementProps) {
  const t = useSetTexts();
  const words = useSignTexts();
  const { meanings } = useApprovalTexts();
  const { statement, passkey, passwordAndCode } = offered;
  const hasPasskey = passkey !== null && knowsPasskeys();
  const signing = useSingleMutation({
    mutationFn: async (proof: SignatureProof) => approve(await sign(offered, proof)),
    onSuccess: onClose,
  });
  const { error, isPending } = signing;
  return (
    <Dialog title={words.title} onClose={() => !isPending && onClose()}>
      <div className={classes.form}>
        <p className={classes.question}>{words.question}</p>
        <Facts
          facts={[
            [words.signer, statement.name],
            [words.meaning, meanings[statement.meaning]],
            [words.changeSet, `${set.title}, ${t.revision(statement.revision)}`],
            [words.covers, words.changes(statement.operationCount)],
            [words.time, <Moment key="time" value={statement.signedDate} absolute />],
            [words.root, <Id key="root" value={statement.root} />],
          ]}
        />
        {error && (
          <ErrorPanel
            title={words.notSigned}
            error={isRefusedPasskey(error) ? new Error(words.noPasskeyUsed) : error}
          />
        )}
        {hasPasskey && (
          <Button
            data-autofocus
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={isPending && signing.variables === 'passkey'}
            disabled={isPending}
            onClick={() => signing.mutate('passkey')}
          >
            {words.withPasskey}
          </Button>
        )}
        {passwordAndCode && (
          <PasswordAndCode
            isOnly={!hasPasskey}
            isPending={isPending}
            refused={error}
            onSign={(proof) => signing.mutate(proof)}
          />
        )}
        {!hasPasskey && !passwordAndCode && <p role="alert">{words.noWay}</p>}
        <div className={classes.buttons}>
          <Button variant="default" disabled={isPending} onClick={onBack}>
            {words.back}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface PasswordAndCodeProps {
  /** Whether no passkey is available. */
  isOnly: boolean;
  isPending: boolean;
  refused: Error | null;
  onSign: (proof: { password: string; code: string }) => void;
}

/** The weaker signature: only the service confirms the identity of the signer. */
function PasswordAndCode({ isOnly, isPending, refused, onSign }: PasswordAndCodeProps) {
  const words = useSignTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const isComplete = password !== '' && code.length === codeLength;
  return (
    <details className={classes.weaker} open={isOnly}>
      <summary>{words.weaker}</summary>
      <SimpleForm
        className={classes.form}
        refused={refused}
        onSubmit={() => {
          setTried(true);
          if (isComplete && !isPending) onSign({ password, code });
          return isComplete;
        }}
      >
        <p className={classes.quiet}>{words.weakerHint}</p>
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          value={password}
          error={tried && password === '' ? words.passwordMissing : undefined}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <TextInput
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={tried && code.length < codeLength ? words.codeMissing : undefined}
          onChange={({ currentTarget }) => setCode(codeDigits(currentTarget.value))}
        />
        <Button
          type="submit"
          variant={isOnly ? 'filled' : 'default'}
          loading={isPending && isOnly}
          disabled={isPending}
        >
          {words.withPassword}
        </Button>
      </SimpleForm>
    </details>
  );
}
