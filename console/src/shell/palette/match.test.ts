// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { bestFirst, markMatches, match } from './match.ts';

describe('match', () => {
  it.each([
    ['org', 'Organizational Units', 0],
    ['units', 'Organizational Units', 1],
    ['un org', 'Organizational Units', 1],
    ['ORGUN', 'Organizational Units', 3],
    ['identanb', 'Identitätsanbieter', 'nothing'],
    ['identitats', 'Identitätsanbieter', 0],
    ['strasse', 'Straße', 0],
    ['lias', 'Alias-Urls', 4],
    ['urls', 'Alias-Urls', 1],
    ['an', 'Organizational Units', 'nothing'],
    ['new tok', 'New token', 0],
    ['nt', 'New token', 3],
    ['token token', 'New token', 4],
    ['x', 'Axe', 'nothing'],
    ['', 'Users', 'nothing'],
    ['  ', 'Users', 'nothing'],
    ['…', 'Users', 'nothing'],
  ])('ranks %j in %j as %s', (typed, name, rank) => {
    expect(match(typed, name) ?? 'nothing').toBe(rank);
  });

  it('matches other names, ranked after the name itself', () => {
    expect(match('benutzer', 'Users', ['Benutzer'])).toBe(2);
    const items = ['Group people', 'Users', 'People'];
    const names = { Users: ['people'] } as Record<string, string[]>;
    expect(bestFirst(items, 'people', (item) => [item, ...(names[item] ?? [])])).toEqual([
      'People',
      'Group people',
      'Users',
    ]);
  });

  it('terminates on long texts without a match', () => {
    const words = Array.from({ length: 30 }, (_, index) => `aaaa${index}`).join(' ');
    expect(match(`${'a'.repeat(100)}b`, words)).toBeUndefined();
  });
});

describe('marked', () => {
  const shown = (name: string, typed: string) =>
    markMatches(name, typed)
      .map(({ text, hit }) => (hit ? `[${text}]` : text))
      .join('');

  it.each([
    ['Organizational Units', 'un', 'Organizational [Un]its'],
    ['Organizational Units', 'org un', '[Org]anizational [Un]its'],
    ['Alias-Urls', 'lias', 'A[lias]-Urls'],
    ['Über uns', 'uber', '[Über] uns'],
    ['Straße', 'stras', 'Straße'],
    ['Users', '', 'Users'],
  ])('marks in %j for %j: %j', (name, typed, expected) => {
    expect(shown(name, typed)).toBe(expected);
  });
});
