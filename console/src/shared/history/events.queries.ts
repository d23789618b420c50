import { listEvents } from '@annals/contracts/events';
import { infiniteQueryOf } from '../../api/query.ts';

/** What was done to a subject (`user/<id>`), the newest first. */
export const eventsOf = (subject: string) =>
  infiniteQueryOf(listEvents, { query: { subject, pageSize: 20 } });
