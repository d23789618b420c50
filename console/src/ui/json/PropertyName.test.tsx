// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PropertyName } from './PropertyName.tsx';

afterEach(cleanup);

it.each([
  ['releaseDate', 'release|Date'],
  ['URL', 'URL'],
  ['größenÄnderung', 'größen|Änderung'],
  ['changelog_template-2.x', 'changelog_|template-|2.|x'],
  ['v8Version', 'v8|Version'],
  ['', ''],
])('allows line breaks in %s as %s', (name, broken) => {
  const { container } = render(<PropertyName name={name} />);
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(`<span>${broken}</span>`);
});
