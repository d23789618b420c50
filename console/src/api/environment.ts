import type { Environment } from '@annals/contracts/console';

/** GET /api/env: where the services are. */
export async function fetchEnvironment(): Promise<Environment> {
  const response = await fetch('/api/env', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/env answered ${response.status}`);
  const answer: unknown = await response.json();
  // Not part of the first bundle: nothing waits for it.
  const { environment } = await import('@annals/contracts/console');
  return environment.parse(answer);
}
