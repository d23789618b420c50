import type { Environment } from '@annals/contracts/console';
import type { DataUser, User } from './things.ts';
import { personKeyOf } from './person-key.ts';
import { product } from './product.ts';
import { createStore, useStore } from './store.ts';

/** Specification 3, "Kept in shared state". */
export interface AppState {
  /** Start-up is done: pages may render. */
  initialized: boolean;
  user: User | undefined;
  /** `{product}User`: the signed-in user as the data service knows them. */
  [productUser: `${string}User`]: DataUser | undefined;
  isGlobalMaster: boolean;
  env: Environment | undefined;
}

const productUserKey = `${product}User` as const;
const store = createStore<AppState>({
  initialized: false,
  user: undefined,
  isGlobalMaster: false,
  env: undefined,
});

export const currentState = store.get;
export const subscribeToState = store.subscribe;

export function changeState(change: Partial<AppState>): void {
  store.set({ ...store.get(), ...change });
}

export function changeProductUser(user: DataUser | undefined): void {
  const change: Partial<AppState> = {};
  change[productUserKey] = user;
  changeState(change);
}

let visit = 0;

/** Which visit this is in the life of the page: another one begins when the user is forgotten. */
export function currentVisit(): number {
  return visit;
}

/** Forgets the user; what does not belong to them (env) stays. */
export function clearUser(): void {
  visit += 1;
  changeProductUser(undefined);
  changeState({ user: undefined, isGlobalMaster: false });
}

/** The key under which this browser keeps what is the signed-in person's own; undefined while nobody is signed in. */
export function currentPersonKey(): string | undefined {
  const { user } = store.get();
  return user && personKeyOf(user, visit);
}

/** `currentPersonKey`, rendered again when somebody else is signed in. */
export function usePersonKey(): string | undefined {
  return useStore(store, currentPersonKey);
}

/** One value of the shared state; give a selector that returns something stable. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(store, select);
}

export function useProductUser(): DataUser | undefined {
  return useAppState((all) => all[productUserKey]);
}
