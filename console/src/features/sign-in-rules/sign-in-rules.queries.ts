import { listEvents } from '@annals/contracts/events';
import { listSignInRules } from '@annals/contracts/sign-in-rules';
import { eventsOf } from '../../domain/history/events.queries.ts';
import { invalidate, queryOf } from '../../platform/api/query.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import type { Loaders } from '../../ui/page/page-address.ts';

export const signInRulesQuery = queryOf(listSignInRules);

/** Under which the audit log has their changes. */
export const subjectOfRules = 'signInRule/all';

export const invalidateSignInRules = () => invalidate(listSignInRules, listEvents);

export const loaders: Loaders = {
  'v1-sign-in-rules': () =>
    void prefetchIfDescribed((mayI) =>
      mayI('roles:write') ? [signInRulesQuery, eventsOf(subjectOfRules)] : [],
    ),
};
