import { useSyncExternalStore } from 'react';
import { serviceNamesIn, type ServiceName } from '@annals/contracts/service-name';
import { createStore } from './store.ts';

/**
 * The services that have announced themselves as ours, for as long as the page is open: in the document, if the server
 * runs them itself or has heard from them before (`services`), and in each response (`serviceHeader`). All others are
 * services of other vendors. A failure or a late response changes nothing: it announces nothing and takes nothing back.
 */
const announced = createStore<ReadonlySet<ServiceName>>(new Set(serviceNamesIn(inDocument())));

function inDocument(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="services"]')?.content ?? '';
}

/** Records what a response or the environment says about the services; null if it says nothing. */
export function recordAnnouncement(names: string | null | undefined): void {
  const before = announced.get();
  const added = serviceNamesIn(names ?? '').filter((name) => !before.has(name));
  if (added.length > 0) announced.set(new Set([...before, ...added]));
}

export function isAnnounced(service: ServiceName): boolean {
  return announced.get().has(service);
}

/** With which the build renders the form in the document of the login page, and React hydrates it. */
const none: ReadonlySet<ServiceName> = new Set();

/** The services that have announced themselves; rendered again when another one does. */
export function useAnnounced(): ReadonlySet<ServiceName> {
  return useSyncExternalStore(announced.subscribe, announced.get, () => none);
}

/** For tests: the services of the next page. */
export function setAnnounced(services: readonly ServiceName[]): void {
  announced.set(new Set(services));
}
