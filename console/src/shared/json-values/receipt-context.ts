import { createContext } from 'react';

/** Shows the receipt of an erasure; undefined where the page has no place for it. */
export const ReceiptContext = createContext<((receipt: number) => void) | undefined>(undefined);
