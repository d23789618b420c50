// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../../platform/api/announced.ts';
import { ContractError } from '../../platform/api/errors.ts';
import { accessTokenOf, type Answer, fakeServer } from '../../platform/api/testing/fake-server.ts';
import { replaceUnit } from './replace-unit.ts';
import { emptyUnit } from './unit-form.ts';

const values = { ...emptyUnit, name: ' Torch ' };
const stored = {
  id: 7,
  name: 'Lantern',
  parent: { id: 3, kind: 'ORG' },
  emailDomains: null,
  founded: '1999-01-01T00:00:00+02:00',
};

beforeEach(() => localStorage.setItem('auth', accessTokenOf({ roles: ['GLOBAL_MASTER'] })));
afterEach(() => {
  setAnnounced(serviceNames);
  localStorage.clear();
  vi.unstubAllGlobals();
});

function serve(one: Answer, list: Answer) {
  return fakeServer(({ method, url }) => {
    if (url === '/v1/auth') return { body: {} };
    if (method === 'PUT') return { body: stored };
    return url === '/v1/organizational-units' ? list : one;
  });
}

it.each<[string, Answer, Answer, object]>([
  ['all fields of the unit', { body: stored }, { body: [{ id: 7 }] }, { ...stored, name: 'Torch' }],
  [
    'the fields of all entries that are the unit',
    { body: { id: 7, name: 'Lantern' } },
    {
      body: [
        { id: 7, cost: 1 },
        { id: '7', place: 'X' },
      ],
    },
    { id: 7, cost: 1, place: 'X', name: 'Torch' },
  ],
  [
    'the fields that only the list tells',
    { body: { id: 7, name: 'Lantern' } },
    { body: { items: [{ id: 6 }, stored] } },
    { ...stored, name: 'Torch' },
  ],
  [
    'the fields of a unit in an envelope',
    { body: { status: 'success', unit: stored } },
    { body: { data: [stored] } },
    { ...stored, name: 'Torch' },
  ],
  [
    'what is known if the list tells nothing',
    { body: { id: '7', name: 'Lantern' } },
    { body: {} },
    { id: '7', name: 'Torch' },
  ],
])('sends another service %s', async (_, one, list, body) => {
  setAnnounced([]);
  const net = serve(one, list);
  await replaceUnit('7', values);
  const { url, data } = net.requests.at(-1) ?? {};
  expect([url, data]).toEqual(['/v1/organizational-units/7', body]);
  expect(net.lines()).toContain('GET /v1/organizational-units/7?include=id&include=name');
});

it.each<[string, Answer, Answer]>([
  ['the unit is no object', { body: ['Lantern'] }, { body: [stored] }],
  ['the unit is in a field', { body: { id: 7, data: { name: 'Lantern' } } }, { body: [stored] }],
  [
    'the unit is a resource of JSON:API',
    { body: { id: '7', type: 'units', attributes: { name: 'Lantern' } } },
    { body: [stored] },
  ],
  [
    'its name is no text',
    { body: { id: 7, name: { en: 'Lantern', de: 'Laterne' } } },
    { body: [stored] },
  ],
  ['the list lacks the unit', { body: stored }, { body: [{ id: 6 }] }],
  [
    'the list tells the id in another form',
    { body: stored },
    { body: [{ _id: 7, name: 'Lantern', cost: 1 }] },
  ],
  [
    'the list has a form that is not known',
    { body: stored },
    { body: { organizationalUnits: [stored] } },
  ],
  [
    'the list is a page without the unit',
    { body: stored },
    { body: { content: [{ id: 6 }], number: 0, totalPages: 5, last: false } },
  ],
  ['the list cannot be read', { body: stored }, { status: 500, body: { error: 'no' } }],
])('replaces nothing if %s', async (_, one, list) => {
  setAnnounced([]);
  const net = serve(one, list);
  await expect(replaceUnit('7', values)).rejects.toThrow(
    one.body === stored ? Error : ContractError,
  );
  expect(net.lines().some((line) => line.startsWith('PUT'))).toBe(false);
});

it('sends another service every value as it tells it, also what no double and no object of JavaScript holds', async () => {
  setAnnounced([]);
  const numbers = '"n":[9007199254740993, 1.10,1e400 ,0.99999999999999999999,-0,1E+2]';
  const text = `{"id":1234567890123456789,"name":"Lantern","cost":1,"name":"L","cost":2.0,"__proto__":{"n":-0.0},"\\u0041":"\\ud800"}`;
  const net = serve(
    { text },
    {
      text: `{"page":{"data":3},"data":{"items":[{"id":1234567890123456788,"x":1},{"id":1234567890123456789,"cost":3,${numbers}}]}}`,
    },
  );
  await replaceUnit('1234567890123456789', values);
  const { body: sent } = net.posts.at(-1)?.init ?? {};
  if (typeof sent !== 'string') throw new Error('Nothing was sent.');
  expect(sent.slice(sent.indexOf('"data":'))).toBe(
    `"data":{${numbers},"id":1234567890123456789,"cost":1,"cost":2.0,"__proto__":{"n":-0.0},"A":"\\ud800","name":"Torch"}}`,
  );
  expect(net.lines().at(-1)).toBe('PUT /v1/organizational-units/1234567890123456789');
});

it('sends ours the form and the version', async () => {
  const net = serve({ body: stored }, { body: [] });
  await replaceUnit('7', values, 4);
  expect(net.requests.at(-1)).toMatchObject({
    data: { name: 'Torch', parentId: null, emailDomains: [] },
    headers: { 'If-Match': '"4"' },
  });
});
