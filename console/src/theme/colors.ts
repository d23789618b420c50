import type { MantineColorsTuple } from '@mantine/core';

/** Neutral greys with a touch of blue; `gray` is for the light theme. */
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e4e7ea',
  '#d5d9dd',
  '#bfc5ca',
  '#838b93',
  '#5d666e',
  '#474f57',
  '#30363c',
  '#1a1e22',
];

/** The greys of the dark theme, from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#d8dce0',
  '#bcc2c8',
  '#9ba3ab',
  '#727b84',
  '#373e45',
  '#2b3137',
  '#22272c',
  '#171b1f',
  '#111417',
  '#0b0d0f',
];

/** The accent colour. */
const petrol: MantineColorsTuple = [
  '#eef6f9',
  '#dbebf1',
  '#b7d7e3',
  '#8dc0d3',
  '#63a8c1',
  '#418eab',
  '#2a7491',
  '#1b5f79',
  '#144d64',
  '#0c394b',
];

/** Added. */
const green: MantineColorsTuple = [
  '#eff8f1',
  '#dbf0e0',
  '#b9dfc3',
  '#8dc99e',
  '#5daf76',
  '#3b9358',
  '#297845',
  '#206237',
  '#1a4f2d',
  '#153e24',
];

/** Removed, and failures. */
const red: MantineColorsTuple = [
  '#fdf3f2',
  '#fbe4e2',
  '#f6c9c5',
  '#efa39d',
  '#e5776f',
  '#d8524a',
  '#c03831',
  '#a62b25',
  '#8a221e',
  '#6e1c19',
];

/** Changed. */
const violet: MantineColorsTuple = [
  '#f6f3fc',
  '#ece5f9',
  '#d8cbf2',
  '#bda7e7',
  '#a183da',
  '#8762ca',
  '#7049b4',
  '#5c3a98',
  '#4b307b',
  '#3b2761',
];

/** Only for the past. */
const amber: MantineColorsTuple = [
  '#fff8e8',
  '#fdedc8',
  '#f9da90',
  '#f2c252',
  '#e4a723',
  '#c68a0c',
  '#936304',
  '#7a5106',
  '#60410a',
  '#49330b',
];

export const colors = { gray, dark, petrol, green, red, violet, amber };
