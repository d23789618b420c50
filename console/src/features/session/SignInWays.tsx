import { Button } from '@mantine/core';
import { useState } from 'react';
import { pathTo } from '../../platform/links.ts';
import { failureText } from './failure-text.ts';
import classes from './PasswordSignIn.module.css';
import { useSignInTexts } from './sign-in.texts.ts';
import { Notice } from './SessionFrame.tsx';
import { useSignInWaysTexts } from './sign-in-ways.texts.ts';
import { PasskeySignIn, type PasskeySignInProps } from './PasskeySignIn.tsx';
import type { PasskeyOptions, SignInProvider } from './sign-in-ways.ts';
import { useAction } from './useAction.ts';

export { fetchSignInWays, startAt, providerOfEmail } from './sign-in-ways.ts';

interface SignInWaysProps extends Omit<PasskeySignInProps, 'options'> {
  ways: readonly SignInProvider[];
  /** Undefined where no passkey can be used. */
  passkey: PasskeyOptions;
  /** The provider of the typed email's domain. */
  organisation: SignInProvider | undefined;
  /** The id of the provider to offer first. */
  preferred: string | undefined;
  /** Whether the sign-in is a confirmation, so that the provider has to ask again. */
  confirms: boolean;
  /** Navigates away; undefined if the page must stay, in which case a new tab is opened. */
  onStart: ((way: SignInProvider) => Promise<void>) | undefined;
}

const noNavigation = () => Promise.resolve();

/** A button for each alternative, below the form to avoid a layout shift. */
export function SignInWays({
  ways,
  passkey,
  organisation,
  preferred,
  confirms,
  onStart,
  ...passkeyProps
}: SignInWaysProps) {
  const t = useSignInWaysTexts();
  const common = useSignInTexts();
  const [started, setStarted] = useState<string>();
  const starting = useAction(onStart ?? noNavigation, { onSuccess: () => undefined });
  const rank = ({ id }: SignInProvider) => (id === organisation?.id ? 0 : id === preferred ? 1 : 2);
  const others = ways.filter(({ id }) => id !== organisation?.id);
  const ordered = [...(organisation ? [organisation] : []), ...others].sort(
    (one, other) => rank(one) - rank(other),
  );
  if (ordered.length === 0 && !passkey) return null;
  return (
    <div className={classes.ways} role="group" aria-label={t.otherWays}>
      <span className={classes.or}>{t.or}</span>
      {passkey && <PasskeySignIn {...passkeyProps} options={passkey} />}
      {starting.error && (
        <Notice failure>
          {t.notStarted}. {failureText(starting.error, common)}
        </Notice>
      )}
      <output className={classes.organisation}>
        {organisation && t.organisationSignsInWith(organisation.name)}
      </output>
      {!onStart && ordered.length > 0 && <p className={classes.newTab}>{t.inNewTab}</p>}
      {ordered.map((way) => (
        <Button
          key={way.id}
          size="md"
          fullWidth
          variant={way.id === organisation?.id ? 'light' : 'default'}
          {...(!onStart && {
            component: 'a',
            href: pathTo('login', {}, { idp: way.id, fresh: confirms ? 'true' : undefined }),
            target: '_blank',
          })}
          loading={starting.pending && started === way.id}
          disabled={starting.pending}
          onClick={() => {
            if (!onStart) return;
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
