import { onTestFinished } from 'vitest';
import { serviceNames } from '@annals/contracts/service-name';
import { setAnnounced } from '../announced.ts';

/** Until the test ends, no service has announced itself: both are services of other vendors. */
export function meetForeignServices(): void {
  setAnnounced([]);
  onTestFinished(() => setAnnounced(serviceNames));
}
