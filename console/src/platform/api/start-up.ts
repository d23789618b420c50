import type { Environment } from '@annals/contracts/console';
import { recordAnnouncement } from './announced.ts';
import { clearEarlyCalls } from './request.ts';
import { NotAuthenticated } from './errors.ts';
import { storedAuth } from './session.ts';
import { changeState, currentState, currentVisit } from './state.ts';

let starting: { visit: number; done: Promise<void> } | undefined;

/**
 * Start-up in the order of specification 4; pages render when it is done. Runs once in a visit, also when called again;
 * after a failure, it starts over.
 */
export function startUp(): Promise<void> {
  if (currentState().initialized) return Promise.resolve();
  const visit = currentVisit();
  // That of an earlier visit may wait for a response forever.
  if (starting?.visit === visit) return starting.done;
  const mine = {
    visit,
    done: start(visit).finally(() => {
      if (starting === mine) starting = undefined;
    }),
  };
  starting = mine;
  return mine.done;
}

async function start(visit: number): Promise<void> {
  if (currentState().env === undefined) void loadEnvironment();
  if (storedAuth() !== null) {
    // No part of the first code: who comes to sign in waits for no call.
    const { loadUser } = await import('./current-user.ts');
    try {
      await loadUser();
    } catch (error) {
      // Then the person is on the way to the login page, which needs no user.
      if (!(error instanceof NotAuthenticated)) throw error;
    } finally {
      clearEarlyCalls();
    }
  }
  // Its person has gone: what follows depends on who is here now.
  if (visit !== currentVisit()) return startUp();
  changeState({ initialized: true });
}

async function loadEnvironment(): Promise<void> {
  try {
    const env = await fetchEnvironment();
    recordAnnouncement(env.SERVICES);
    changeState({ env });
  } catch (error) {
    // Nothing on a page depends on it; the next load asks again.
    console.error(error);
  }
}

/** GET /api/env: where the services are. */
export async function fetchEnvironment(): Promise<Environment> {
  const response = await fetch('/api/env', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/env answered ${response.status}`);
  const answer: unknown = await response.json();
  // Not part of the first bundle: nothing waits for it.
  const { environment } = await import('@annals/contracts/console');
  return environment.parse(answer);
}
