import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { checkRevocationLink, type RevocableToken } from '@annals/contracts/api-tokens';
import { useCapability } from '../../platform/capabilities.ts';
import { pathTo } from '../../platform/links.ts';
import { focusPageHeading } from '../../ui/page/heading-focus.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { CheckedLink } from './CheckedLink.tsx';
import { failureText } from './failure-text.ts';
import { fieldProblems } from './field-problems.ts';
import { NotOfferedHere } from './NotOfferedHere.tsx';
import { useOpenedLink } from './one-time-link.ts';
import { checkLink, revokeTokens } from './revoke-tokens.calls.ts';
import { useRevokeTokensTexts } from './revoke-tokens.texts.ts';
import classes from './RevokeTokensPage.module.css';
import { Notice, SessionFrame } from './SessionFrame.tsx';
import { useSignInTexts } from './sign-in.texts.ts';
import { useAction } from './useAction.ts';

/** Revokes API tokens with a link from a mail, without a sign-in. Opening the page changes nothing. */
export function RevokeTokensPage() {
  const t = useRevokeTokensTexts();
  const isOffered = useCapability(checkRevocationLink);
  const { token, opening } = useOpenedLink();
  if (!isOffered) return <NotOfferedHere title={t.revokeTokens} text={t.notOffered} />;
  if (token === undefined) return <Outcome {...t.link.missing} />;
  return <WithToken key={opening} token={token} />;
}

function WithToken({ token }: { token: string }) {
  const t = useRevokeTokensTexts();
  const [revokedCount, setRevokedCount] = useState<number>();
  if (revokedCount !== undefined)
    return <Outcome title={t.revoked(revokedCount)} text={t.revokedText} prefersPassword />;
  return (
    <CheckedLink token={token} check={checkLink} title={t.revokeTokens} notOffered={t.notOffered}>
      {({ state, email = '', tokens = [], total = tokens.length }, checkAgain) => {
        if (state !== 'valid') return <Outcome {...t.link[state]} />;
        if (total === 0) return <Outcome title={t.none} text={t.noneText(email)} />;
        return (
          <ConfirmRevocation
            token={token}
            email={email}
            tokens={tokens}
            total={total}
            onRevoked={setRevokedCount}
            onInvalidLink={checkAgain}
          />
        );
      }}
    </CheckedLink>
  );
}

interface ConfirmRevocationProps {
  token: string;
  email: string;
  tokens: readonly RevocableToken[];
  /** Also those that are not in the list. */
  total: number;
  onRevoked: (count: number) => void;
  /** The link has become invalid in the meantime. */
  onInvalidLink: () => void;
}

function ConfirmRevocation({
  token,
  email,
  tokens,
  total,
  onRevoked,
  onInvalidLink,
}: ConfirmRevocationProps) {
  const t = useRevokeTokensTexts();
  const common = useSignInTexts();
  const revoking = useAction(revokeTokens, {
    onSuccess: onRevoked,
    onError: (error) => {
      if (fieldProblems(error).has('token')) onInvalidLink();
    },
  });
  return (
    <SessionFrame title={t.title(total)}>
      <p className={classes.words}>{t.text(email, total)}</p>
      <ul className={classes.tokens}>
        {tokens.map((each) => (
          <li key={each.id}>
            <strong>{each.description}</strong>
            <span className={classes.details}>
              {each.applicationName !== null && `${t.ofApplication(each.applicationName)} · `}
              <code>{each.prefix}…</code> ·{' '}
              {each.scopes.map((scope) => labelFor(t.scope, scope)).join(', ')}
            </span>
            <span className={classes.details}>
              {t.created} <Moment value={each.createdDate} /> ·{' '}
              {each.lastUsedDate === null ? (
                t.neverUsed
              ) : (
                <>
                  {t.lastUsed} <Moment value={each.lastUsedDate} />
                </>
              )}
            </span>
          </li>
        ))}
        {total > tokens.length && <li>{t.more(total - tokens.length)}</li>}
      </ul>
      {revoking.error && (
        <Notice failure>
          {t.notRevoked} {failureText(revoking.error, common)}
        </Notice>
      )}
      <Button
        color="red"
        fullWidth
        size="md"
        loading={revoking.pending}
        onClick={() => revoking.run(token)}
      >
        {t.revoke(total)}
      </Button>
    </SessionFrame>
  );
}

interface OutcomeProps {
  title: string;
  text: string;
  /** A new password is the next step. */
  prefersPassword?: boolean;
}

/** What a link did, or why it does nothing, and where to go on. */
function Outcome({ title, text, prefersPassword = false }: OutcomeProps) {
  const t = useRevokeTokensTexts();
  const router = useRouter();
  useEffect(focusPageHeading, [title]);
  const further = [
    { label: t.openTokens, to: pathTo('v1-tokens') },
    { label: t.newPassword, to: pathTo('reset') },
  ];
  return (
    <SessionFrame title={title}>
      <p className={classes.words}>{text}</p>
      {(prefersPassword ? further.toReversed() : further).map(({ label, to }, index) => (
        <Button
          key={to}
          fullWidth
          size="md"
          {...(index > 0 && { variant: 'default', className: classes.further })}
          onClick={() => router.history.push(to)}
        >
          {label}
        </Button>
      ))}
    </SessionFrame>
  );
}
