import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import { colors } from './colors.ts';
import { theme } from './theme.ts';

/** Variables with a meaning in the product; they also fix contrast problems of Mantine's default theme. */
function ownVariables(): ConvertCSSVariablesInput {
  const light: Record<string, string> = {
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--mantine-color-disabled': 'var(--mantine-color-gray-1)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--surface-quiet': 'var(--mantine-color-gray-0)',
    '--surface-hover': 'var(--mantine-color-gray-1)',
    '--control-border': 'var(--mantine-color-gray-5)',
    '--focus-ring': 'var(--mantine-color-petrol-6)',
    '--hit-bg': 'var(--mantine-color-petrol-2)',
    '--past-bg': 'var(--mantine-color-amber-1)',
    '--past-border': 'var(--mantine-color-amber-3)',
    '--past-text': 'var(--mantine-color-amber-8)',
    '--failure-bg': 'var(--mantine-color-red-0)',
    '--failure-border': 'var(--mantine-color-red-2)',
    '--failure-text': 'var(--mantine-color-red-7)',
  };
  const dark: Record<string, string> = {
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-success': 'var(--mantine-color-green-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--surface-quiet': 'var(--mantine-color-dark-8)',
    '--surface-hover': 'var(--mantine-color-dark-5)',
    '--control-border': 'var(--mantine-color-dark-3)',
    '--focus-ring': 'var(--mantine-color-petrol-4)',
    '--hit-bg': '#1f4a5c',
    '--past-bg': '#33280d',
    '--past-border': 'var(--mantine-color-amber-7)',
    '--past-text': 'var(--mantine-color-amber-3)',
    '--failure-bg': '#2c1a19',
    '--failure-border': '#6b2c29',
    '--failure-text': 'var(--mantine-color-red-3)',
  };
  const darkTints = {
    petrol: '#17303b',
    gray: '#2b3137',
    dark: '#2b3137',
    green: '#18301f',
    red: '#3a1f1d',
    violet: '#2c2440',
    amber: '#33280d',
  };
  for (const color of Object.keys(colors) as (keyof typeof colors)[]) {
    const shade = (index: number) => `var(--mantine-color-${color}-${index})`;
    Object.assign(light, {
      [`--mantine-color-${color}-light`]: shade(1),
      [`--mantine-color-${color}-light-hover`]: shade(2),
      [`--mantine-color-${color}-light-color`]: shade(8),
      [`--mantine-color-${color}-text`]: shade(7),
    });
    Object.assign(dark, {
      [`--mantine-color-${color}-light`]: darkTints[color],
      [`--mantine-color-${color}-light-hover`]: darkTints[color],
      [`--mantine-color-${color}-light-color`]: shade(color === 'dark' ? 0 : 2),
      [`--mantine-color-${color}-text`]: shade(color === 'dark' ? 0 : 3),
    });
  }
  for (const [meaning, color] of [
    ['added', 'green'],
    ['removed', 'red'],
    ['changed', 'violet'],
  ] as const) {
    light[`--${meaning}-bg`] = `var(--mantine-color-${color}-0)`;
    light[`--${meaning}-strong-bg`] = `var(--mantine-color-${color}-2)`;
    light[`--${meaning}-border`] = `var(--mantine-color-${color}-3)`;
    light[`--${meaning}-text`] = `var(--mantine-color-${color}-7)`;
    dark[`--${meaning}-bg`] = darkTints[color];
    dark[`--${meaning}-strong-bg`] = `var(--mantine-color-${color}-8)`;
    dark[`--${meaning}-border`] = `var(--mantine-color-${color}-7)`;
    dark[`--${meaning}-text`] = `var(--mantine-color-${color}-3)`;
  }
  return { variables: { '--app-shell-header-height': '52px' }, light, dark };
}

/**
 * The theme as a style sheet. Mantine would insert it as a style element, which the Content-Security-Policy
 * forbids; theme-variables.generated.css contains it instead, and a test compares the two.
 */
export function themeStyleSheet(): string {
  const stock = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const own = ownVariables();
  return convertCssVariables(
    {
      variables: { ...inUse(stock.variables), ...own.variables },
      light: { ...inUse(stock.light), ...own.light },
      dark: { ...inUse(stock.dark), ...own.dark },
    },
    ':root',
  ).replaceAll(/(\{|;)\s*/g, '$1\n');
}

/** Variables that no used component refers to. */
const unused =
  /^--mantine-(?:h\d-|heading-|breakpoint-|primary-color-\d|shadow-(?:sm|lg)$|color-(?:amber|dark|gray|green|violet)-outline)/;

/** The product uses only its own few colours; Mantine's would triple the style sheet. */
function inUse(variables: Record<string, string>): Record<string, string> {
  const stockColors = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in colors));
  return Object.fromEntries(
    Object.entries(variables).filter(
      ([name]) =>
        !unused.test(name) &&
        !stockColors.some((color) => name.startsWith(`--mantine-color-${color}-`)),
    ),
  );
}
