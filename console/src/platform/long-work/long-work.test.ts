// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, NotAuthenticated } from '../api/errors.ts';
import { sessionPhase } from '../api/session.ts';
import { changeState } from '../api/state.ts';
import { allUnsaved } from '../unsaved.ts';
import { retry } from './retry.ts';
import { runStore } from './run-store.ts';

const ada = { id: '1', roles: [] };
const asksBeforeUnload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(() => changeState({ user: ada }));
afterEach(() => sessionPhase.set('resumed'));

describe('long work', () => {
  it('warns before leaving while work of the current user is running', () => {
    const runs = runStore<{ phase: string }>(({ phase }) => phase === 'RUNNING');
    expect(asksBeforeUnload()).toBe(false);
    runs.set({ phase: 'RUNNING' });
    runs.change({});
    expect([asksBeforeUnload(), allUnsaved().length]).toEqual([true, 1]);
    changeState({ user: { id: '2', roles: [] } });
    expect([asksBeforeUnload(), allUnsaved().length]).toEqual([false, 0]);
    changeState({ user: ada });
    runs.change({ phase: 'DONE' });
    expect([asksBeforeUnload(), allUnsaved().length]).toEqual([false, 0]);
    runs.set({ phase: 'RUNNING' });
    runs.set(undefined);
    expect(asksBeforeUnload()).toBe(false);
  });
});

describe('an attempt interrupted by the end of the session', () => {
  const over = new NotAuthenticated('r-1');
  const failingOnce = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(over);

  it('is retried after sign-in, not before', async () => {
    sessionPhase.set('interrupted');
    const attempt = failingOnce().mockResolvedValue('done');
    const answer = retry(attempt, new AbortController().signal);
    await expect.poll(() => attempt).toHaveBeenCalledTimes(1);
    await Promise.resolve();
    expect(attempt).toHaveBeenCalledTimes(1);
    sessionPhase.set('resumed');
    expect(await answer).toBe('done');
  });

  it('fails when the page is left, and can be cancelled while waiting', async () => {
    sessionPhase.set('interrupted');
    const control = new AbortController();
    const givenUp = retry(failingOnce(), new AbortController().signal);
    const cancelled = retry(failingOnce(), control.signal);
    control.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    sessionPhase.set('ended');
    await expect(givenUp).rejects.toBeInstanceOf(NotAuthenticated);
  });

  it('fails immediately when the user is redirected to the login page', async () => {
    const attempt = failingOnce();
    const answer = retry(attempt, new AbortController().signal);
    await expect(answer).rejects.toBeInstanceOf(CallError);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
