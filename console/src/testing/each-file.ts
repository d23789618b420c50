import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';

configure({
  // A busy machine may take long to render. What is there at once costs no time.
  asyncUtilTimeout: 30_000,
  // What is waited for is tried many times, and the document is printed after the last time alone.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: triesAgain } = getConfig() as ReturnType<
      typeof getConfig
    > & { _disableExpensiveErrorDiagnostics?: boolean };
    const error = new Error(
      [message, triesAgain ? '' : prettyDOM(container)].filter(Boolean).join('\n\n'),
    );
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

// React's own count of the stacks that it has taken lately, one for each element that is made, which a tenth of the console's time
// goes into: beyond 10,000 it takes none. Where React has no such count any more, nothing changes.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
