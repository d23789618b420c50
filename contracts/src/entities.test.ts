import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApplicationToken } from './applications.ts';
import { searchObjects } from './object-search.ts';
import { authenticate } from './session.ts';
import { createUser } from './users.ts';

/** Returns the parsed value, or what is wrong with it. */
function read(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return 'There is none.';
  const { success, data, error } = z.safeParse(schema, value);
  return success ? data : error?.message;
}

/** Section 3 of the specification: what is sent. What is read is in console/src/platform/api/entities.test.ts. */
describe('a request', () => {
  it('needs only an email to create a user', () => {
    expect(read(createUser.body, { email: 'ada@example.org' })).toEqual({
      email: 'ada@example.org',
    });
    expect(read(createUser.body, {})).toContain('email');
  });

  it('accepts the mail template fields to create a user', () => {
    const body = {
      email: 'ada@example.org',
      mailTemplateId: 650487,
      mailTemplateParameters: {
        email: '{email}',
        headline: 'Welcome',
        body: 'Hello',
        ctaText: 'Start',
        ctaLink: 'https://annals.example.org/set-password',
        footer: 'Bye',
        lang: 'en',
      },
    };
    expect(read(createUser.body, body)).toEqual(body);
  });

  it('has a description for an application token', () => {
    expect(read(createApplicationToken.body, { description: 'CI' })).toEqual({ description: 'CI' });
    expect(read(createApplicationToken.body, {})).toContain('description');
  });

  it('searches objects by a type in its body, with page and pageSize in its query', () => {
    expect(read(searchObjects.body, { type: 'ACCOUNT' })).toEqual({ type: 'ACCOUNT' });
    expect(read(searchObjects.query, { page: '0', pageSize: '10' })).toEqual({
      page: 0,
      pageSize: 10,
    });
  });

  it('exchanges a refreshToken for another access token', () => {
    expect(read(authenticate.body, { refreshToken: 'R' })).toEqual({ refreshToken: 'R' });
  });
});
