// @vitest-environment node
import { expect, test } from 'vitest';
import {
  bodyOf,
  changesOf,
  emptyProvider,
  fieldsOf,
  validationRules,
  valuesOf,
} from './provider-form.ts';

test('converts form values back to the same provider, without a client secret', () => {
  const provider = {
    id: '1',
    name: 'Fjordline',
    buttonLabel: 'Sign in with Fjordline',
    issuer: 'https://login.fjordline.example',
    clientId: 'annals',
    clientAuthentication: 'none',
    scopes: ['openid', 'groups'],
    endpoints: { token: 'https://login.fjordline.example/t' },
    emailDomains: ['fjordline.example', 'fjord.example'],
    claimMap: { subject: 'sub', email: 'mail', name: 'name', groups: 'memberOf' },
    groupRoles: { 'cn=readers,dc=x': 'AUDITOR' },
    trustEmail: true,
    trustSecondFactor: false,
    provisioning: 'CREATE',
    newUserRoles: ['USER'],
    newUserOrganizationalUnitId: null,
  };
  const { id: _id, ...rest } = provider;
  const body = bodyOf(valuesOf(provider));
  expect(body).toEqual(rest);
  expect('clientSecret' in body).toBe(false);
});

test('parses lists of domains and group roles, and uses the name as button label', () => {
  const body = bodyOf({
    ...emptyProvider,
    name: 'F',
    emailDomains: ' a.example,\nb.example ',
    groupRoles: 'team = one = USER\n\n',
    clientSecret: 's',
  });
  expect(body.emailDomains).toEqual(['a.example', 'b.example']);
  expect(body.groupRoles).toEqual({ 'team = one': 'USER' });
  expect(body.clientSecret).toBe('s');
  expect(body.buttonLabel).toBe('F');
});

test('sends only changed fields to a service without versions, and all fields to one with versions', () => {
  const little = { id: 'i', name: 'Lantern' };
  expect(changesOf(little, { ...valuesOf(little), name: 'Torch', trustEmail: true })).toEqual({
    name: 'Torch',
    buttonLabel: 'Torch',
    trustEmail: true,
  });
  const ours = { ...little, version: 3 };
  expect(changesOf(ours, valuesOf(ours))).toMatchObject({
    name: 'Lantern',
    scopes: ['openid', 'email', 'profile'],
  });
});

test('shows and requires only the fields that the service returns', () => {
  const has = fieldsOf({ id: '1', name: 'Fjordline', issuer: 'https://a.example' });
  expect(['name', 'issuer', 'clientId', 'subject'].filter((name) => has(name as 'name'))).toEqual([
    'name',
    'issuer',
  ]);
  const rules = validationRules(new Proxy({} as never, { get: (_, name) => name }), has);
  expect([rules.name(''), rules.issuer(''), rules.clientId(''), rules.scopes('')]).toEqual([
    'nameMissing',
    'issuerMissing',
    null,
    null,
  ]);
  expect(fieldsOf({ id: '1', version: 3 })('clientId')).toBe(true);
});
