import { useState } from 'react';

/** The last value that was not provisional: what describes rows must not change before the rows do. */
export function useSettled<T>(value: T, provisional: boolean): T {
  const [settled, setSettled] = useState(value);
  if (!provisional && settled !== value) setSettled(value);
  return provisional ? settled : value;
}
