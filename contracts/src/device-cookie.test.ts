import { expect, it } from 'vitest';
import { deviceSecretsIn, setDeviceCookie } from './device-cookie.ts';

const secrets = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(43));
const attributes = { maxAgeMs: 86_400_000, isSecure: true };

it('holds five secrets, the latest first, and each once', () => {
  const [latest = '', ...present] = secrets;
  const [pair] = setDeviceCookie(latest, present, attributes).split(';', 1);
  expect(deviceSecretsIn(pair)).toEqual(secrets.slice(0, 5));
  const [same] = setDeviceCookie(latest, [...present, latest].slice(-3), attributes).split(';', 1);
  expect(deviceSecretsIn(same)).toEqual([latest, ...present.slice(-2)]);
});

it('counts with its prefix rather than without, which another host of the domain could set', () => {
  const [ours, theirs] = secrets;
  const both = `annals-trusted-devices=${theirs}; __Host-annals-trusted-devices=${ours}`;
  expect(deviceSecretsIn(both)).toEqual([ours]);
});

it('is not looked for in a header that no browser sends', () => {
  const pair = `annals-trusted-devices=${secrets[0]}`;
  expect(deviceSecretsIn(`${pair}; x=${'x'.repeat(16_000)}`)).toEqual([secrets[0]]);
  expect(deviceSecretsIn(`${pair}; x=${'x'.repeat(20_000)}`)).toEqual([]);
});
