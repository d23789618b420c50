// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useSettled } from './useSettled.ts';

it('keeps the last value until the next one is no longer provisional', () => {
  const { result, rerender } = renderHook(
    ({ value, provisional }) => useSettled(value, provisional),
    { initialProps: { value: 'old', provisional: false } },
  );
  rerender({ value: 'new', provisional: true });
  expect(result.current).toBe('old');
  rerender({ value: 'new', provisional: false });
  expect(result.current).toBe('new');
});
