import { listChanges, maxWaitSeconds } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../platform/api/things.ts';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { afterQueries } from '../../platform/api/after-queries.ts';
import { call } from '../../platform/api/call.ts';
import { CallError, NotAuthenticated } from '../../platform/api/errors.ts';
import { isRefused } from '../../platform/api/query.ts';
import { createStore } from '../../platform/api/store.ts';
import { useCheckForErasures } from '../erasures/useErasures.ts';

/**
 * `off`: no listeners. `resting`: the user has been inactive for a while. `refused`: the service has no feed, or
 * refuses it to this user.
 */
export type FeedState = 'off' | 'starting' | 'live' | 'interrupted' | 'resting' | 'refused';

export interface Changes {
  /** In the order they were written. */
  versions: readonly ObjectVersion[];
  /** There may be more changes than reported here: shown data must be refetched. */
  maybeMore: boolean;
}

type Listener = (changes: Changes) => void;

/**
 * Every call keeps the session alive. Without this limit an open page would keep it alive forever, but an unattended
 * session must end.
 */
export const idleAfterMs = 20 * 60_000;
/** The minimal interval between notifications of listeners, in milliseconds. */
const pace = 1_000;
const maxPauseMs = 30_000;
const atOnce = 200;
const include = [
  'id',
  'timelineId',
  'type',
  'sequence',
  'modificationDate',
  'modificationUserId',
  'modificationUserName',
  'modificationCount',
];

const feeds = new Map<string, ChangeFeed>();

/** The single feed of a partition in this tab, shared by all parts of the page. */
export function changeFeed(partitionId: string): ChangeFeed {
  let feed = feeds.get(partitionId);
  if (!feed) feeds.set(partitionId, (feed = new ChangeFeed(partitionId)));
  return feed;
}

/** Follows the change feed of a partition while the tab is visible and there are listeners. */
export class ChangeFeed {
  readonly #partitionId: string;
  readonly #changes = createStore<Changes | undefined>(undefined, () => this.#open());
  readonly #state = createStore<FeedState>('off');
  #running: AbortController | undefined;
  #stopWatchingInput: (() => void) | undefined;
  #cursor: string | undefined;

  constructor(partitionId: string) {
    this.#partitionId = partitionId;
  }

  get state(): FeedState {
    return this.#state.get();
  }

  readonly watchState = this.#state.subscribe;

  /** Listens until the returned function is called. */
  listen(listener: Listener): () => void {
    return this.#changes.subscribe(() => {
      const changes = this.#changes.get();
      if (changes) listener(changes);
    });
  }

  #open() {
    this.#stopWatchingInput = lastInput.subscribe(this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#wake();
    return () => this.#close();
  }

  #close() {
    this.#stopWatchingInput?.();
    document.removeEventListener('visibilitychange', this.#wake);
    this.#running?.abort();
    this.#running = undefined;
    // Changes without listeners are ignored.
    this.#cursor = undefined;
    this.#become('off');
  }

  readonly #wake = () => {
    if (document.visibilityState !== 'visible') {
      this.#running?.abort();
      this.#running = undefined;
    } else if (!this.#running && this.state !== 'refused') {
      this.#running = new AbortController();
      void this.#follow(this.#running);
    }
  };

  async #follow(running: AbortController) {
    const { signal } = running;
    let pause = pace;
    if (this.state !== 'live') this.#become('starting');
    while (!signal.aborted) {
      if (idleTime() > idleAfterMs) {
        this.#running = undefined;
        this.#become('resting');
        return;
      }
      try {
        const requestedAt = performance.now();
        const hadChanges = await this.#ask(signal);
        this.#become('live');
        pause = pace;
        // An overloaded service responds at once with nothing.
        if (hadChanges || performance.now() - requestedAt < pace) await waitFor(pace, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (isFinal(error)) {
          this.#running = undefined;
          this.#become(isRefused(error) ? 'refused' : 'off');
          return;
        }
        // The service no longer accepts the cursor, for example after a restore: start again.
        if (error instanceof CallError && error.status === 400) this.#cursor = undefined;
        this.#become('interrupted');
        await waitFor(pause, signal);
        pause = Math.min(pause * 2, maxPauseMs);
      }
    }
  }

  /** Makes one request. Returns whether listeners were notified. */
  async #ask(signal: AbortSignal): Promise<boolean> {
    const after = this.#cursor;
    if (after === undefined) await afterQueries();
    signal.throwIfAborted();
    const wait = after === undefined ? 0 : maxWaitSeconds;
    const { data, nextCursor, hasMore } = await call(
      listChanges,
      {
        params: { partitionId: this.#partitionId },
        query: { after: after ?? 'now', wait, pageSize: atOnce, include },
      },
      { signal },
    );
    signal.throwIfAborted();
    // If more than one page behind, it is faster to continue from now and refetch the shown data.
    this.#cursor = hasMore ? undefined : nextCursor;
    const maybeMore = after === undefined || hasMore;
    if (data.length === 0 && !maybeMore) return false;
    this.#changes.set({ versions: data, maybeMore });
    return true;
  }

  #become(state: FeedState) {
    if (state !== this.state) this.#state.set(state);
  }
}

/** Errors that a retry would repeat. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof CallError))
    return error instanceof Error && error.name === 'ContractError';
  return error instanceof NotAuthenticated || isRefused(error);
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** The time of the user's last activity in this tab: pointer, key, or switching to it. */
const lastInput = createStore(0, () => {
  lastInput.set(Date.now());
  for (const name of inputEvents)
    window.addEventListener(name, noteInput, { passive: true, capture: true });
  document.addEventListener('visibilitychange', noteInput);
  return () => {
    for (const name of inputEvents) window.removeEventListener(name, noteInput, { capture: true });
    document.removeEventListener('visibilitychange', noteInput);
  };
});

function noteInput() {
  if (document.visibilityState === 'visible') lastInput.set(Date.now());
}

function idleTime(): number {
  return Date.now() - lastInput.get();
}

/**
 * Follows the changes of a partition while the component is mounted and the tab is visible.
 * @param follows false while the past is shown or the user has paused
 * @param onChanges called at most about once per second
 */
export function useChanges(
  partitionId: string,
  follows: boolean,
  onChanges: (changes: Changes) => void,
): FeedState {
  const feed = changeFeed(partitionId);
  const lookForErasures = useCheckForErasures(partitionId);
  const notify = useEffectEvent((changes: Changes) => {
    if (changes.versions.length > 0) lookForErasures();
    onChanges(changes);
  });
  useEffect(
    () => (follows ? feed.listen((changes) => notify(changes)) : undefined),
    [feed, follows],
  );
  const state = useSyncExternalStore(feed.watchState, () => feed.state);
  return follows ? state : 'off';
}
