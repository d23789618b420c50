// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { invitationBody, type InvitationValues } from './invitation.ts';

const values: InvitationValues = {
  email: ' ada@example.org ',
  name: '',
  lang: 'en',
  organizationalUnitIds: [],
  roles: [],
  memberships: [],
};
const origin = 'https://console.example.org';

it('is the payload of the specification when only an email is given', () => {
  expect(invitationBody(values, origin)).toEqual({
    email: 'ada@example.org',
    mailTemplateId: 650487,
    mailTemplateParameters: {
      email: 'ada@example.org',
      headline: 'Welcome',
      body: expect.stringMatching(/^[^{]*ada@example\.org[^{]*$/),
      ctaText: 'Start',
      ctaLink: 'https://console.example.org/set-password',
      footer: expect.stringMatching(/^[^{]*ada@example\.org[^{]*$/),
      lang: 'en',
    },
  });
});

it('contains the German text for German, and the other choices', () => {
  const body = invitationBody(
    {
      ...values,
      name: ' Ada ',
      lang: 'de',
      roles: ['USER'],
      organizationalUnitIds: [{ id: 'u1', name: 'Acme' }],
    },
    origin,
  );
  expect(body.mailTemplateParameters).toMatchObject({ headline: 'Willkommen', lang: 'de' });
  expect(body).toMatchObject({ name: 'Ada', roles: ['USER'], organizationalUnitIds: ['u1'] });
});
