// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../../platform/api/announced.ts';
import { moreKey } from '../../platform/api/page.ts';
import {
  bodyOf,
  bodyOfNew,
  changesOf,
  emptyProvider,
  fieldsOf,
  fieldsOfNew,
  validationRules,
  valuesOf,
} from './provider-form.ts';

beforeEach(() => setAnnounced(serviceNames));

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
    discovery: false,
    tokenIssuer: 'https://login.fjordline.example/{tenantid}',
    tenants: ['one', 'two'],
    idTokenAlgorithm: 'HS256',
    responseMode: 'form_post',
    signOutAtProvider: false,
    claimMap: {
      subject: 'sub',
      email: 'mail',
      name: 'name',
      language: null,
      groups: 'memberOf',
      units: 'site',
    },
    groupsForm: { kind: 'OBJECTS', property: 'cn', separator: null, absentMeansNone: true },
    unitsForm: { kind: 'TEXT', property: null, separator: ';', absentMeansNone: false },
    groupRoles: { 'cn=readers,dc=x': 'AUDITOR' },
    unitMap: { BER: '0190aaaa-0000-7000-8000-000000000009' },
    synchronization: { name: 'ALWAYS', email: 'NEVER', language: 'FIRST', units: 'NEVER' },
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

test.each([
  ['https://id.example.org/realms/main', 'https://id.example.org/realms/main'],
  [
    ' https://id.example.org/realms/main/.well-known/openid-configuration\n',
    'https://id.example.org/realms/main',
  ],
  ['https://id.example.org/.well-known/openid-configuration/', 'https://id.example.org'],
  ['https://id.example.org/application/o/annals/', 'https://id.example.org/application/o/annals/'],
  ['https://id.example.org/.well-known/other', 'https://id.example.org/.well-known/other'],
])('reads the issuer in %j', (issuer, expected) => {
  expect(bodyOf({ ...emptyProvider, issuer }).issuer).toBe(expected);
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
  const names = 'a = Auditor\nb = prüfer\nCN=c,DC=x = Unit administrator\nd = SUPPORT';
  expect(bodyOf({ ...emptyProvider, groupRoles: names }).groupRoles).toEqual({
    a: 'AUDITOR',
    b: 'AUDITOR',
    'CN=c,DC=x': 'ORG_ADMIN',
    d: 'SUPPORT',
  });
  expect(body.clientSecret).toBe('s');
  expect(body.buttonLabel).toBe('F');
});

test('sends only changed fields to a service of another vendor, and all fields to ours', () => {
  const little = { id: 'i', name: 'Lantern', version: 3 };
  expect(changesOf(little, valuesOf(little))).toMatchObject({
    name: 'Lantern',
    scopes: ['openid', 'email', 'profile'],
  });
  setAnnounced([]);
  expect(changesOf(little, { ...valuesOf(little), name: 'Torch' })).toEqual({ name: 'Torch' });
  const values = {
    ...valuesOf(little),
    unit: { id: 'u' },
    groups: 'g',
    jwks: 'https://a.example/k',
    clientSecret: 's',
  };
  expect(changesOf(little, values)).toEqual({
    organizationalUnitId: 'u',
    claimMap: expect.objectContaining({ groups: 'g' }),
    endpoints: { jwks: 'https://a.example/k' },
    clientSecret: 's',
  });
});

test('a changed part of a field of another vendor keeps the other parts as they were told', () => {
  setAnnounced([]);
  const provider = {
    id: 'i',
    name: 'Lantern',
    buttonLabel: 'Sign in',
    endpoints: { token: 'https://a.example/t', endSession: 'https://a.example/e' },
    claimMap: { subject: 'oid', locale: 'lang', groups: null },
  };
  const values = valuesOf(provider);
  expect([values.subject, values.email, values.displayName]).toEqual(['oid', '', '']);
  expect(changesOf(provider, { ...values, groups: 'teams', jwks: 'https://a.example/k' })).toEqual({
    endpoints: { ...provider.endpoints, jwks: 'https://a.example/k' },
    claimMap: { subject: 'oid', locale: 'lang', groups: 'teams' },
  });
  expect(changesOf(provider, { ...values, subject: ' ', token: '', buttonLabel: '' })).toEqual({
    buttonLabel: '',
    endpoints: { endSession: 'https://a.example/e' },
    claimMap: { subject: null, locale: 'lang', groups: null },
  });
});

test('a field of another vendor of which the form cannot show all is not in the form', () => {
  setAnnounced([]);
  const has = fieldsOf({
    id: 'i',
    provisioning: 'JIT',
    clientAuthentication: 'tls_client_auth',
    newUserRoles: ['USER'],
    emailDomains: ['a.example'],
    [moreKey]: { newUserRoles: [{ id: 9 }], claimMap: { subject: 7 } },
  });
  const names = ['provisioning', 'clientAuthentication', 'newUserRoles', 'subject'] as const;
  expect(names.filter(has)).toEqual([]);
  expect(has('emailDomains')).toBe(true);
  const rules = validationRules(new Proxy({} as never, { get: () => String }), has);
  expect([
    rules.scopes('read:user'),
    rules.emailDomains('*.a.example'),
    rules.groupRoles('staff = operator'),
    rules.groupRoles('staff'),
  ]).toEqual([null, null, null, expect.anything()]);
});

test('invents no settings of a new provider for a service of another vendor', () => {
  const values = { ...emptyProvider, name: 'Lantern', issuer: 'https://a.example', clientId: 'c' };
  expect(bodyOfNew(values)).toMatchObject({ enabled: false, newUserRoles: ['USER'] });
  setAnnounced([]);
  expect(bodyOfNew(values)).toEqual({
    name: 'Lantern',
    issuer: 'https://a.example',
    clientId: 'c',
  });
  expect([fieldsOfNew('issuer'), fieldsOfNew('newUserRoles')]).toEqual([true, false]);
});

test('shows and requires only the fields that the service returns', () => {
  setAnnounced([]);
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
  setAnnounced(serviceNames);
  expect(fieldsOf({ id: '1' })('clientId')).toBe(true);
});
