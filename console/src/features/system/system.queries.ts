import type { Prefetchers } from '../../shared/page/page-address.ts';
import { prefetchIfDescribed } from '../../shared/permissions/prefetch-if-described.ts';
import { authenticationSystemQuery, dataSystemQuery } from '../../shared/system/system.queries.ts';

export const prefetchers: Prefetchers = {
  system: () =>
    void prefetchIfDescribed((mayI) =>
      mayI('operations:read') ? [authenticationSystemQuery, dataSystemQuery] : [],
    ),
};
