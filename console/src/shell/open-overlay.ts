import { createContext } from 'react';
import type { Overlay } from './shortcuts/listen-for-keys.ts';

/** For pages of the shell itself; without a shell there is nothing to open. */
export const OpenOverlay = createContext<((overlay: Overlay) => void) | undefined>(undefined);
