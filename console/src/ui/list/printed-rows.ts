import { createContext, useEffect, useState } from 'react';

/** Gives a list the rows to print instead of those of its page, and opens the browser's dialog. */
export const PrintRows = createContext<(rows: readonly object[]) => void>(() => undefined);

/** The rows that a list prints instead of those of its page, while it does. */
export function usePrintedRows() {
  const [rows, setRows] = useState<readonly object[]>();
  useEffect(() => {
    if (!rows) return undefined;
    const finish = () => setRows(undefined);
    window.addEventListener('afterprint', finish);
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, [rows]);
  return { rows, print: setRows };
}
