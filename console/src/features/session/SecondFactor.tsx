import { useState } from 'react';
import type { SecondFactorChallenge } from '@annals/contracts/session';
import { AskSecondFactor } from './AskSecondFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { useLazyModule } from './useLazyModule.ts';

const loadEnrolment = () => import('./Enrolment.tsx');

const nothing = () => undefined;

interface SecondFactorProps {
  challenge: SecondFactorChallenge;
  /** Called when the factor is accepted, while the user is still loading. */
  onAccepted?: () => void;
  onSignedIn: () => void;
  /** @param endedByItself whether the challenge expired; otherwise the user went back */
  onBack: (endedByItself: boolean) => void;
}

/** The second step of a sign-in: asks for the second factor, or sets one up where it is mandatory. */
export function SecondFactor({
  challenge,
  onAccepted = nothing,
  onSignedIn,
  onBack,
}: SecondFactorProps) {
  const t = useSecondFactorTexts();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([]);
  const enrolment = useLazyModule(loadEnrolment, challenge.enrolment === true);
  const finish = (codes: readonly string[]) =>
    codes.length === 0 ? onSignedIn() : setRecoveryCodes(codes);
  const step = { challenge, onAccepted, onFinished: finish, onBack };

  if (recoveryCodes.length > 0) {
    return (
      <SessionFrame title={t.recoveryCodes}>
        <RecoveryCodes codes={recoveryCodes} onStored={onSignedIn} />
      </SessionFrame>
    );
  }
  if (challenge.enrolment !== true) {
    return (
      <SessionFrame title={t.confirmItIsYou}>
        <AskSecondFactor {...step} />
      </SessionFrame>
    );
  }
  return (
    <SessionFrame title={t.setUpApp}>{enrolment && <enrolment.Enrolment {...step} />}</SessionFrame>
  );
}

export interface StepProps {
  challenge: SecondFactorChallenge;
  onAccepted: () => void;
  onFinished: (recoveryCodes: readonly string[]) => void;
  onBack: (endedByItself: boolean) => void;
}
