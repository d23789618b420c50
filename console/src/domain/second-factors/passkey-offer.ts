import { createStore } from '../../platform/api/store.ts';

/**
 * Whether the person has just signed in with a password, and so may like to do without next time. Not kept: the offer
 * belongs to this sign-in.
 */
export const passwordWasUsed = createStore(false);
