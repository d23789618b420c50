import type { ReactNode } from 'react';
import { createStore } from '../api/store.ts';

/** What stands over whatever page there is; undefined for nothing. */
export const over = createStore<ReactNode>(undefined);
