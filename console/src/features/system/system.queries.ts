import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { authenticationSystemQuery, dataSystemQuery } from '../../domain/system/system.queries.ts';

export const loaders: Loaders = {
  system: () =>
    void prefetchIfDescribed((mayI) =>
      mayI('operations:read') ? [authenticationSystemQuery, dataSystemQuery] : [],
    ),
};
