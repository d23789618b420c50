import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import {
  askForPasskey,
  isRefusedPasskey,
  knowsPasskeys,
} from '../../domain/second-factors/passkeys.ts';
import { codeLength } from '../../domain/second-factors/one-time-code.ts';
import { CodeField } from './CodeField.tsx';
import { failureText } from './failure-text.ts';
import { finishSecondFactor, isChallengeOver } from './second-factor.calls.ts';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import classes from './SecondFactor.module.css';
import type { StepProps } from './SecondFactor.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { TrustDevice } from './TrustDevice.tsx';
import { useAction } from './useAction.ts';

type Way = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE';

/** The factors this browser supports for the challenge, the easiest first. */
function waysOf({ methods, passkey }: StepProps['challenge']): Way[] {
  const possible: Record<Way, boolean> = {
    TOTP: true,
    PASSKEY: passkey !== undefined && knowsPasskeys(),
    RECOVERY_CODE: true,
  };
  return (['TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const).filter(
    (way) => methods.includes(way) && possible[way],
  );
}

export function AskSecondFactor({ challenge, onAccepted, onFinished, onBack }: StepProps) {
  const t = useSecondFactorTexts();
  const common = useSignInTexts();
  const ways = waysOf(challenge);
  const [way, setWay] = useState(ways[0]);
  const [code, setCode] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [trusts, setTrusts] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const proving = useAction(
    async (proof: { code: string } | 'passkey') => {
      const given =
        proof === 'passkey' ? { assertion: await askForPasskey(challenge.passkey ?? {}) } : proof;
      return finishSecondFactor(challenge.challenge, given, { trusts, onAccepted });
    },
    {
      onSuccess: onFinished,
      onError: (error) => (isChallengeOver(error) ? onBack(true) : field.current?.select()),
    },
  );
  const switchTo = (next: Way) => {
    setWay(next);
    setCode('');
    setSubmitted(false);
    proving.reset();
    if (next === 'PASSKEY') proving.run('passkey');
  };
  const missing =
    way === 'TOTP' ? code.length < codeLength && t.sixDigits : code.trim() === '' && t.missingCode;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (way === 'PASSKEY') proving.run('passkey');
    else if (missing === false) proving.run({ code: code.trim() });
    else field.current?.focus();
  };
  const error = proving.error && !isChallengeOver(proving.error) && proving.error;
  return (
    <>
      {error && (
        <Notice failure>
          {way === 'PASSKEY' && isRefusedPasskey(error)
            ? t.passkeyNotUsed
            : failureText(error, common, t.wrong[way ?? 'TOTP'])}
        </Notice>
      )}
      {way === undefined ? (
        <Notice failure>{t.noWay}</Notice>
      ) : (
        <form onSubmit={submit} noValidate>
          {way === 'TOTP' && (
            <CodeField
              ref={field}
              value={code}
              onChange={setCode}
              description={t.codeFromApp}
              error={submitted && missing}
            />
          )}
          {way === 'RECOVERY_CODE' && (
            <TextInput
              ref={field}
              key={way}
              label={t.recoveryCode}
              description={t.recoveryCodeHint}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={submitted && missing}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              size="md"
              className={classes.field}
              classNames={{ input: classes.code ?? '' }}
            />
          )}
          {way === 'PASSKEY' && <p className={classes.words}>{t.passkeyHint}</p>}
          <TrustDevice days={challenge.trustDays} checked={trusts} onChange={setTrusts} />
          <Button type="submit" fullWidth size="md" loading={proving.pending}>
            {way === 'PASSKEY' ? t.usePasskey : common.signIn}
          </Button>
        </form>
      )}
      <div className={classes.others}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button
              key={other}
              variant="default"
              size="md"
              fullWidth
              disabled={proving.pending}
              onClick={() => switchTo(other)}
            >
              {t.insteadUse[other]}
            </Button>
          ))}
        <Button
          variant="subtle"
          size="md"
          fullWidth
          disabled={proving.pending}
          onClick={() => onBack(false)}
        >
          {t.backToPassword}
        </Button>
      </div>
    </>
  );
}
