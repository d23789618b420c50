import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { copyText } from '../../ui/ids/copy-text.ts';
import { codeLength, inGroups } from '../../domain/second-factors/one-time-code.ts';
import { QrCode } from '../../domain/second-factors/QrCode.tsx';
import { CodeField } from './CodeField.tsx';
import { failureText } from './failure-text.ts';
import { finishSecondFactor, isChallengeOver, startEnrolment } from './second-factor.calls.ts';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import classes from './SecondFactor.module.css';
import type { StepProps } from './SecondFactor.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { TrustDevice } from './TrustDevice.tsx';
import { useAction } from './useAction.ts';

type AppSecret = Awaited<ReturnType<typeof startEnrolment>>;

/** Sets up an authenticator app during a sign-in that requires one. */
export function Enrolment({ challenge, onAccepted, onFinished, onBack }: StepProps) {
  const t = useSecondFactorTexts();
  const common = useSignInTexts();
  const [app, setApp] = useState<AppSecret>();
  const leaveIfOver = (error: Error) => {
    if (isChallengeOver(error)) onBack(true);
  };
  const starting = useAction(startEnrolment, { onSuccess: setApp, onError: leaveIfOver });
  const { run } = starting;
  const begun = useRef(false);
  useEffect(() => {
    // A second secret would invalidate the first, already scanned one.
    if (begun.current) return;
    begun.current = true;
    run(challenge);
  }, [run, challenge]);

  const [code, setCode] = useState('');
  const [trusts, setTrusts] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirming = useAction(
    (given: string) =>
      finishSecondFactor(challenge.challenge, { code: given }, { trusts, onAccepted }),
    {
      onSuccess: onFinished,
      onError: (error) => (isChallengeOver(error) ? onBack(true) : field.current?.select()),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (code.length === codeLength) confirming.run(code);
    else field.current?.focus();
  };
  const error = starting.error ?? confirming.error;
  return (
    <>
      <p className={classes.words}>{t.mustSetUp}</p>
      {error && !isChallengeOver(error) && (
        <Notice failure>{failureText(error, common, t.wrong.TOTP)}</Notice>
      )}
      {starting.error && (
        <Button variant="default" size="md" fullWidth onClick={() => run(challenge)}>
          {t.tryAgain}
        </Button>
      )}
      {app && (
        <form onSubmit={submit} noValidate>
          <ol className={classes.steps}>
            <li>
              {t.scan}
              <div className={classes.qr}>
                <QrCode text={app.uri} label={t.qrCode} />
              </div>
              <AppSecretText secret={app.secret} />
            </li>
            <li>{t.thenEnterCode}</li>
          </ol>
          <CodeField
            ref={field}
            value={code}
            onChange={setCode}
            error={submitted && code.length < codeLength && t.sixDigits}
          />
          <TrustDevice days={challenge.trustDays} checked={trusts} onChange={setTrusts} />
          <Button type="submit" fullWidth size="md" loading={confirming.pending}>
            {t.confirmAndSignIn}
          </Button>
        </form>
      )}
      <div className={classes.others}>
        <Button
          variant="subtle"
          size="md"
          fullWidth
          disabled={confirming.pending}
          onClick={() => onBack(false)}
        >
          {t.backToPassword}
        </Button>
      </div>
    </>
  );
}

/** For an app on the same device or without a camera. */
function AppSecretText({ secret }: { secret: string }) {
  const t = useSecondFactorTexts();
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes.secret}>
      <span className={classes.words}>{t.orTypeSecret}</span>
      <code>{inGroups(secret)}</code>
      <Button variant="default" size="xs" onClick={() => void copyText(secret).then(setCopied)}>
        {copied ? t.copied : t.copySecret}
      </Button>
    </div>
  );
}
