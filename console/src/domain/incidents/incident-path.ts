import { pathTo } from '../../platform/links.ts';

/** What an investigation is about. */
export type IncidentKind = 'user' | 'application' | 'token' | 'address';

export interface IncidentSubject {
  kind: IncidentKind;
  /** The id, or the address. */
  id: string;
  /** Of a token: the user or the application that it belongs to, as `user/<id>`. */
  owner?: string | undefined;
  /** How it is called where the link is. */
  name?: string | undefined;
}

const hourMs = 3_600_000;

/**
 * The page that shows everything that somebody did around a moment: half a day before and after, or since yesterday.
 * @param at default: now
 */
export function incidentPath(subject: IncidentSubject, at?: string): string {
  const middle = at === undefined ? Date.now() : Date.parse(at);
  const before = at === undefined ? 24 : 12;
  const after = at === undefined ? 1 : 12;
  const wholeHour = (ms: number) => new Date(Math.floor(ms / hourMs) * hourMs).toISOString();
  return pathTo(
    'audit-log-incident',
    {},
    {
      about: `${subject.kind}/${subject.id}`,
      owner: subject.owner,
      name: subject.name,
      from: wholeHour(middle - before * hourMs),
      to: wholeHour(middle + after * hourMs),
    },
  );
}
