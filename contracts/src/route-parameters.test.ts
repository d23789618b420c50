import { expect, test } from 'vitest';
import { matchRoute } from './routes.ts';

test.each(['x', '0', '-', 'current', 'new-', 'a.b', '..', 'ä 🌲', '<i>', 'a/b', 'x'.repeat(5000)])(
  'a route parameter has no limits of its own: %j',
  (value) => {
    const path = `/v1/applications/${encodeURIComponent(value)}`;
    expect(matchRoute(path)).toEqual({
      name: 'v1-applications-applicationId',
      params: { applicationId: value },
    });
  },
);
