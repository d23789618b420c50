import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { IdentityConfirmation } from '@annals/contracts/session';
import { storePendingLink } from '../../platform/api/pending-link.ts';
import {
  type Confirmed,
  confirmWithCode,
  isConfirmationOver,
  sendCode,
} from './confirm-identity.calls.ts';
import { useConfirmIdentityTexts } from './confirm-identity.texts.ts';
import { failureText } from './failure-text.ts';
import classes from './SecondFactor.module.css';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { useAction } from './useAction.ts';

interface ConfirmIdentityProps {
  confirmation: IdentityConfirmation;
  onConfirmed: (confirmed: Confirmed) => void;
  /** Opens the sign-in form. */
  onSignInAsBefore: () => void;
}

/** The account already exists: its owner signs in to it, or confirms with an email code. */
export function ConfirmIdentity({
  confirmation,
  onConfirmed,
  onSignInAsBefore,
}: ConfirmIdentityProps) {
  const t = useConfirmIdentityTexts();
  const common = useSignInTexts();
  const { email, identityProviderId, identityProviderName: providerName, byEmail } = confirmation;
  const [sent, setSent] = useState(false);
  const sending = useAction<void, unknown>(() => sendCode(confirmation), {
    onSuccess: () => setSent(true),
  });
  const asBefore = () => {
    storePendingLink({ identityProviderId, providerName, email });
    onSignInAsBefore();
  };
  const over = sending.error && isConfirmationOver(sending.error);
  return (
    <SessionFrame title={t.title}>
      {sending.error && (
        <Notice failure>{over ? t.over : failureText(sending.error, common, t.over)}</Notice>
      )}
      <p className={classes.words}>{t.explanation(email, providerName)}</p>
      {sent && (
        <EnterCode
          confirmation={confirmation}
          sending={sending.pending}
          onSendAgain={() => sending.run()}
          onConfirmed={onConfirmed}
        />
      )}
      <Button
        variant={sent ? 'default' : 'filled'}
        fullWidth
        size="md"
        mt={sent ? 'md' : 0}
        onClick={asBefore}
      >
        {t.signInAsBefore}
      </Button>
      <p className={classes.choice}>{byEmail ? t.signInHint : t.noOtherWay}</p>
      {byEmail && !sent && (
        <>
          <Button
            variant="default"
            fullWidth
            size="md"
            loading={sending.pending}
            onClick={() => sending.run()}
          >
            {t.emailCode}
          </Button>
          <p className={classes.choice}>{t.emailHint}</p>
        </>
      )}
    </SessionFrame>
  );
}

interface EnterCodeProps {
  confirmation: IdentityConfirmation;
  sending: boolean;
  onSendAgain: () => void;
  onConfirmed: (confirmed: Confirmed) => void;
}

const codeLength = 8;

function EnterCode({ confirmation, sending, onSendAgain, onConfirmed }: EnterCodeProps) {
  const t = useConfirmIdentityTexts();
  const common = useSignInTexts();
  const [code, setCode] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirming = useAction((typed: string) => confirmWithCode(confirmation, typed), {
    onSuccess: onConfirmed,
    onError: () => field.current?.select(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (code.length === codeLength) confirming.run(code);
    else field.current?.focus();
  };
  const { error } = confirming;
  return (
    <form onSubmit={submit} noValidate>
      <Notice>{t.codeSent(confirmation.email)}</Notice>
      {error && (
        <Notice failure>
          {failureText(error, common, isConfirmationOver(error) ? t.over : t.wrongCode)}
        </Notice>
      )}
      <TextInput
        ref={field}
        label={t.code}
        value={code}
        onChange={(event) =>
          setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, codeLength))
        }
        error={submitted && code.length < codeLength && t.eightDigits}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        size="md"
        className={classes.field}
        classNames={{ input: classes.code ?? '' }}
      />
      <Button type="submit" fullWidth size="md" loading={confirming.pending}>
        {t.confirm}
      </Button>
      <Button variant="subtle" fullWidth size="md" mt="xs" loading={sending} onClick={onSendAgain}>
        {t.sendAgain}
      </Button>
    </form>
  );
}
