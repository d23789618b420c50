import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { authenticationEndpoints } from '@annals/contracts/authentication';

it('recognizes each response that contains something shown once', () => {
  const shownOnce =
    /^(accessToken|refreshToken|token|secret|recoveryCodes|link|challenge|passkey|signature|state|providerSignOutUrl)$/;
  const unmarked = authenticationEndpoints
    .filter(({ method, access }) => method !== 'GET' && access.kind !== 'public')
    .filter(({ secretAnswer, path, response }) => {
      const { properties = {} } = z.toJSONSchema(response, { unrepresentable: 'any' });
      const names = Object.keys(properties).filter((name) => shownOnce.test(name));
      // The state of an invitation, an email domain or a webhook is its progress.
      const secret = names.some(
        (name) =>
          name !== 'state' || !/\/(?:invitations|domains|event-webhooks)(?:\/|$)/.test(path),
      );
      return secret !== (secretAnswer === true);
    });
  expect(unmarked.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
