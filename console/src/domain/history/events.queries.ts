import { listEvents } from '@annals/contracts/events';
import { infiniteQueryOf } from '../../platform/api/query.ts';

/** The events of a subject (`user/<id>`), newest first. */
export const eventsOf = (subject: string) =>
  infiniteQueryOf(listEvents, { query: { subject, pageSize: 20 } });
