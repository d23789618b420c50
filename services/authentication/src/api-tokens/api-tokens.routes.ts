import {
  checkRevocationLink as checkRevocationLinkCall,
  createToken,
  listTokens,
  revokeToken as revokeTokenCall,
  revokeTokensWithLink,
} from '@annals/contracts/api-tokens';
import { searchedWords } from '@annals/rules/searched-words';
import type { Mount } from '@annals/kit/mount';
import { scopeOf } from '../authority/scope.sql.ts';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { issueToken } from './issue-token.ts';
import { revokeToken } from './revoke-token.ts';
import { checkRevocationLink, revokeWithLink } from './revoke-with-link.ts';
import { listTokensInScope } from './token-list.ts';

export function mountApiTokens(mount: Mount, context: ServiceContext): void {
  const { database } = context;

  mount(listTokens, ({ caller, query }) => {
    const { name, ownerId, expired, expiresWithinDays, unusedForDays } = query;
    const filter = {
      ownerId: ownerId === 'current' ? caller.userId : ownerId,
      containing: name === undefined ? undefined : { text: name, words: searchedWords(name) },
      expired,
      expiresWithinDays,
      unusedForDays,
    };
    return listTokensInScope(context, scopeOf(caller, 'tokens:read'), filter, query);
  });

  mount(createToken, async ({ caller, body, request }) => {
    await requireFreshProof(context, caller);
    const issued = await database.transaction((transaction) =>
      issueToken(
        context,
        transaction,
        caller,
        { ...body, owner: { id: caller.userId, kind: 'USER' } },
        sourceOf(request, caller),
      ),
    );
    context.mailWorker.wake();
    return issued;
  });

  mount(revokeTokenCall, ({ caller, params, request }) =>
    revokeToken(context, caller, params.tokenId, sourceOf(request, caller)),
  );

  mount(checkRevocationLinkCall, ({ params }) => checkRevocationLink(context, params.token));

  mount(revokeTokensWithLink, ({ body, request }) =>
    revokeWithLink(context, body.token, sourceOf(request)),
  );
}
