import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  askForPasskey,
  endPasskeyRequest,
  forgetPasskey,
  isRefusedPasskey,
  offerPasskeys,
} from '../../domain/second-factors/passkeys.ts';
import { CallError } from '../../platform/api/errors.ts';
import { failureText } from './failure-text.ts';
import { signInWithPasskey } from './sign-in.calls.ts';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { useSignInWaysTexts } from './sign-in-ways.texts.ts';
import { fetchPasskeyOptions, type PasskeyOptions } from './sign-in-ways.ts';
import { useAction } from './useAction.ts';

export interface PasskeySignInProps {
  options: NonNullable<PasskeyOptions>;
  /** Whether another sign-in is running, with which no passkey may interfere. */
  paused: boolean;
  onAccepted: () => void;
  onSignedIn: () => void;
}

/** The challenge of an offer that waits is renewed after this part of its lifetime. */
const renewalAt = 0.75;

/** Offers passkeys among the suggestions for the user name, and with a button. */
export function PasskeySignIn({ options: first, paused, ...on }: PasskeySignInProps) {
  const t = useSignInWaysTexts();
  const common = useSignInTexts();
  const [options, setOptions] = useState(first);
  const offer = useRef<Promise<unknown>>(undefined);

  const renew = async () => {
    const renewed = await fetchPasskeyOptions().catch(() => undefined);
    if (renewed) setOptions(renewed);
  };
  const signingIn = useAction(
    async (passkey: () => Promise<Record<string, unknown>>) => {
      const assertion = await passkey();
      return signInWithPasskey(assertion, on.onAccepted).catch((error: unknown) => {
        if (error instanceof CallError && error.problem.code === 'unknown_passkey')
          void forgetPasskey(options, assertion);
        throw error;
      });
    },
    // Each challenge is good for one attempt.
    { onSuccess: on.onSignedIn, onError: () => void renew() },
  );
  const accept = useEffectEvent((assertion: Record<string, unknown>) =>
    signingIn.run(() => Promise.resolve(assertion)),
  );
  const renewOffer = useEffectEvent(() => void renew());

  const isOffered = !paused && !signingIn.pending;
  useEffect(() => {
    if (!isOffered) return;
    let isOver = false;
    offer.current = offerPasskeys(options).then(
      (assertion) => {
        if (assertion && !isOver) accept(assertion);
      },
      // Ended, or refused by the browser. The button is still there.
      () => undefined,
    );
    const timeout = typeof options['timeout'] === 'number' ? options['timeout'] : 0;
    const timer = timeout > 0 ? window.setTimeout(renewOffer, timeout * renewalAt) : undefined;
    return () => {
      // The next request of this page ends it.
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [options, isOffered]);
  useEffect(() => () => void endPasskeyRequest(), []);

  const ask = async () => {
    // Browsers allow one request at a time, and some refuse the next until the last has ended.
    await endPasskeyRequest();
    await offer.current;
    return askForPasskey(options);
  };
  const { error } = signingIn;
  return (
    <>
      {error && (
        <Notice failure>
          {isRefusedPasskey(error) ? t.passkeyNotUsed : failureText(error, common)}
        </Notice>
      )}
      <Button
        size="md"
        fullWidth
        variant="default"
        loading={signingIn.pending}
        onClick={() => signingIn.run(ask)}
      >
        {t.usePasskey}
      </Button>
    </>
  );
}
