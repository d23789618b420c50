import { listEvents } from '@annals/contracts/events';
import { listSignInRules } from '@annals/contracts/sign-in-rules';
import { invalidate, queryOf } from '../../platform/api/query.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import type { Prefetchers } from '../../ui/page/page-address.ts';

export const signInRulesQuery = queryOf(listSignInRules);

export const invalidateSignInRules = () => invalidate(listSignInRules, listEvents);

export const prefetchers: Prefetchers = {
  'v1-sign-in-rules': () =>
    void prefetchIfDescribed((mayI) => (mayI('roles:write') ? [signInRulesQuery] : [])),
};
