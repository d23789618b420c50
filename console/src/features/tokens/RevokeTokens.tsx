import { useRef } from 'react';
import { listTokens } from '@annals/contracts/api-tokens';
import type { ApiToken } from '../../platform/api/things.ts';
import { invalidate } from '../../platform/api/query.ts';
import { oneByOne } from '../../ui/bulk/bulk-result.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { nameOfToken } from '../../domain/tokens/OwnedTokens.tsx';
import { revoke } from './tokens.queries.ts';
import { type TokenTexts, useTokenTexts } from './tokens.texts.ts';

interface RevokeTokensProps {
  tokens: readonly ApiToken[];
  /** Clears the selection. */
  clear: () => void;
  onClose: () => void;
}

/** Revokes after confirmation: one token with a toast, several with a result for each. */
export function RevokeTokens({ tokens, clear, onClose }: RevokeTokensProps) {
  const t = useTokenTexts();
  const bulk = useBulk<ApiToken>();
  const started = useRef(false);
  const [first] = tokens;
  const one = tokens.length === 1 ? first : undefined;
  const end = () => {
    clear();
    void invalidate(listTokens);
    onClose();
  };
  if (bulk.run) return <BulkResults bulk={bulk} filename="revoked-tokens" onClose={end} />;
  return (
    <ConfirmDialog
      title={one ? t.revokeTitle : t.revokeMany(tokens.length)}
      question={one ? t.revokeQuestion(nameOfToken(one)) : t.revokeManyQuestion}
      touches={one ? undefined : tokens.map(inFull)}
      confirm={t.revoke}
      failed={t.notRevoked}
      danger
      act={async () => {
        if (one) await revoke(one.id);
      }}
      onDone={() => {
        if (one) {
          showToast({ message: t.revoked(nameOfToken(one)) });
          end();
        } else {
          started.current = true;
          startAll(bulk, tokens, t);
        }
      }}
      // The dialog closes itself on confirmation; the results replace it.
      onClose={() => started.current || onClose()}
    />
  );
}

/** Tokens can share a description. */
const inFull = (token: ApiToken) =>
  [nameOfToken(token), token.owner?.name, token.prefix && `${token.prefix}…`]
    .filter(Boolean)
    .join(' · ');

function startAll(
  bulk: ReturnType<typeof useBulk<ApiToken>>,
  tokens: readonly ApiToken[],
  t: TokenTexts,
): void {
  bulk.start({
    title: t.revoking,
    items: tokens,
    size: 1,
    name: nameOfToken,
    act: oneByOne(({ id }) => revoke(id)),
  });
}
