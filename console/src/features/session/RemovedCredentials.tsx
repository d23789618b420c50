import { Button } from '@mantine/core';
import type { RemovedCredentials as Removed } from '@annals/contracts/session';
import { useConfirmIdentityTexts } from './confirm-identity.texts.ts';
import classes from './SecondFactor.module.css';
import { SessionFrame } from './SessionFrame.tsx';

/** What was removed from the account, before the person goes on. */
export function RemovedCredentials({
  removed: { password, sessions, tokens, factors, identities },
  onContinue,
}: {
  removed: Removed;
  onContinue: () => void;
}) {
  const t = useConfirmIdentityTexts();
  const items = [
    password && t.removed.password,
    sessions > 0 && t.removed.sessions(sessions),
    tokens > 0 && t.removed.tokens(tokens),
    factors > 0 && t.removed.factors(factors),
    identities > 0 && t.removed.identities(identities),
  ].filter((item) => item !== false);
  return (
    <SessionFrame title={t.done}>
      <p className={classes.words}>{t.removedIntro}</p>
      <ul className={classes.removed}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <Button fullWidth size="md" data-autofocus onClick={onContinue}>
        {t.continue}
      </Button>
    </SessionFrame>
  );
}
