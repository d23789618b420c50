import { createContext, type ReactNode } from 'react';
import { createStore } from '../api/store.ts';

/** What the person opens over any page. */
export type Overlay = 'palette' | 'shortcuts';

/** For pages of the shell itself; without a shell there is nothing to open. */
export const OpenOverlay = createContext<((overlay: Overlay) => void) | undefined>(undefined);

/** The sign-in while it stands over a page. */
export const signInOverlay = createStore<ReactNode>(undefined);
