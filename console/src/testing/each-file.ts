import { configure, getConfig, prettyDOM } from '@testing-library/react';
import * as React from 'react';

configure({
  // Generous for a busy machine. It costs no time if the content is there at once.
  asyncUtilTimeout: 60_000,
  // Waits retry often, so the document is printed only after the last attempt.
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

// React counts the stack traces that it captures for created elements, which take a tenth of the console's test
// time; above 10,000 it captures none. Without this counter, nothing changes.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
if (internals && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });
