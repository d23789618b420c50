import { createContext, type ReactNode } from 'react';
import { createStore } from '../platform/api/store.ts';

/** Overlays that the user can open over any page. */
export type Overlay = 'palette' | 'shortcuts';

/** For pages of the shell itself; without a shell nothing can be opened. */
export const OpenOverlay = createContext<((overlay: Overlay) => void) | undefined>(undefined);

/** The sign-in dialog over a page. */
export const signInOverlay = createStore<ReactNode>(undefined);
