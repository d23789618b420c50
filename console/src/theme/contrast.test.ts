// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { colors } from './colors.ts';
import { themeStyleSheet } from './css-variables.ts';

type Scheme = 'light' | 'dark';

/** The variables of a colour scheme, as a browser would resolve them. */
function variablesOf(scheme: Scheme): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [, selector = '', body = ''] of themeStyleSheet().matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const other = scheme === 'light' ? 'dark' : 'light';
    if (selector.includes(`"${other}"`)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);?/g))
      variables.set(name, value.trim());
  }
  return variables;
}

function resolve(variables: Map<string, string>, name: string): string {
  const value = variables.get(name) ?? '';
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return reference === undefined ? value : resolve(variables, reference);
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = [
  '--mantine-color-body',
  '--surface-quiet',
  '--surface-hover',
  '--mantine-color-default',
  '--mantine-color-default-hover',
];
const words = [
  '--mantine-color-text',
  '--mantine-color-dimmed',
  '--mantine-color-anchor',
  '--mantine-color-placeholder',
  '--mantine-color-error',
];
const pairs: [words: string, ground: string][] = [
  ...words.flatMap((word) => grounds.map((ground): [string, string] => [word, ground])),
  ['--mantine-color-disabled-color', '--mantine-color-disabled'],
  ['--mantine-primary-color-contrast', '--mantine-primary-color-filled'],
  ['--past-text', '--past-bg'],
  ['--failure-text', '--failure-bg'],
  ['--mantine-color-text', '--failure-bg'],
  ['--mantine-color-dimmed', '--failure-bg'],
  ...['added', 'removed', 'changed'].flatMap((meaning): [string, string][] => [
    [`--${meaning}-text`, `--${meaning}-bg`],
    [`--${meaning}-text`, '--mantine-color-body'],
    ['--mantine-color-text', `--${meaning}-bg`],
    ['--mantine-color-text', `--${meaning}-strong-bg`],
  ]),
  ...Object.keys(colors).flatMap((color): [string, string][] => [
    [`--mantine-color-${color}-light-color`, `--mantine-color-${color}-light`],
    ['--mantine-color-white', `--mantine-color-${color}-filled`],
  ]),
];

describe.each<Scheme>(['light', 'dark'])('%s', (scheme) => {
  const variables = variablesOf(scheme);

  test.each(pairs)('the contrast of %s on %s is at least 4.5:1', (word, ground) => {
    const [front, back] = [resolve(variables, word), resolve(variables, ground)];
    expect([front, back]).toEqual([
      expect.stringMatching(/^#[0-9a-f]{3,6}$/i),
      expect.stringMatching(/^#[0-9a-f]{3,6}$/i),
    ]);
    expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['--control-border', '--mantine-color-body'],
    ['--focus-ring', '--mantine-color-body'],
    ['--focus-ring', '--surface-quiet'],
  ])('the contrast of %s on %s is at least 3:1', (edge, ground) => {
    expect(contrast(resolve(variables, edge), resolve(variables, ground))).toBeGreaterThanOrEqual(
      3,
    );
  });
});
