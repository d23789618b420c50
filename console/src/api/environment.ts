import * as z from 'zod/mini';
import { environment, type Environment } from '@annals/contracts/console';

/** GET /api/env: where the services are. */
export async function fetchEnvironment(): Promise<Environment> {
  const response = await fetch('/api/env', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/env answered ${response.status}`);
  return z.parse(environment, await response.json());
}
