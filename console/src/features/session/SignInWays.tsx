import { Button } from '@mantine/core';
import { useState } from 'react';
import { failureText } from './failure-text.ts';
import { Notice } from './Notice.tsx';
import { useSessionTexts } from './session.texts.ts';
import type { SignInWay } from './sign-in-ways.ts';
import classes from './PasswordSignIn.module.css';
import { useSignInWaysTexts } from './sign-in-ways.texts.ts';
import { useDeed } from './useDeed.ts';

export { askForWays, startAt, wayOfEmail } from './sign-in-ways.ts';

interface SignInWaysProps {
  ways: readonly SignInWay[];
  /** The provider of the domain of the email that was typed. */
  organisation: SignInWay | undefined;
  /** The id of the provider to offer first. */
  preferred: string | undefined;
  onStart: (way: SignInWay) => Promise<void>;
}

/** A button for each provider, under the form, so that nothing above moves when they arrive. */
export function SignInWays({ ways, organisation, preferred, onStart }: SignInWaysProps) {
  const t = useSignInWaysTexts();
  const common = useSessionTexts();
  const [started, setStarted] = useState<string>();
  const starting = useDeed(onStart, { onSuccess: () => undefined });
  const rank = ({ id }: SignInWay) => (id === organisation?.id ? 0 : id === preferred ? 1 : 2);
  const others = ways.filter(({ id }) => id !== organisation?.id);
  const ordered = [...(organisation ? [organisation] : []), ...others].sort(
    (one, other) => rank(one) - rank(other),
  );
  if (ordered.length === 0) return null;
  return (
    <div className={classes.ways} role="group" aria-label={t.otherWays}>
      <span className={classes.or}>{t.or}</span>
      {starting.error && (
        <Notice failure>
          {t.notStarted}. {failureText(starting.error, common)}
        </Notice>
      )}
      <output className={classes.organisation}>
        {organisation && t.organisationSignsInWith(organisation.name)}
      </output>
      {ordered.map((way) => (
        <Button
          key={way.id}
          size="md"
          fullWidth
          variant={way.id === organisation?.id ? 'light' : 'default'}
          loading={starting.pending && started === way.id}
          disabled={starting.pending}
          onClick={() => {
            setStarted(way.id);
            starting.run(way);
          }}
        >
          {way.buttonLabel}
        </Button>
      ))}
    </div>
  );
}
