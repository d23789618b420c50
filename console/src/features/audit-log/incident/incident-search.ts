import type { PlainSearch } from '../../../platform/search.ts';
import { oneOf } from '../../../platform/search.ts';
import type { IncidentKind } from '../../../domain/incidents/incident-path.ts';

/** A subject and a period. */
export interface Incident {
  kind: IncidentKind;
  id: string;
  owner: { kind: 'user' | 'application'; id: string } | undefined;
  name: string | undefined;
  /** From is inclusive, to is exclusive. */
  from: string;
  to: string;
}

const kinds: ReadonlySet<string> = new Set(['user', 'application', 'token', 'address']);

/** The incident that an address names; undefined if it names none. */
export function incidentIn(search: PlainSearch): Incident | undefined {
  const [kind = '', id] = partsOf(oneOf(search['about']));
  const from = oneOf(search['from']);
  const to = oneOf(search['to']);
  if (!kinds.has(kind) || !id || !isMoment(from) || !isMoment(to)) return undefined;
  const [ownerKind, ownerId] = partsOf(oneOf(search['owner']));
  const isOwner = (ownerKind === 'user' || ownerKind === 'application') && ownerId;
  return {
    kind: kind as IncidentKind,
    id,
    owner: isOwner ? { kind: ownerKind, id: ownerId } : undefined,
    name: oneOf(search['name']),
    from,
    to,
  };
}

/** Whose writes, sessions and tokens an incident is about; undefined for an address. */
export function personOf({ kind, id, owner }: Incident): Incident['owner'] {
  if (kind === 'user' || kind === 'application') return { kind, id };
  return kind === 'token' ? owner : undefined;
}

/** Splits at the first slash only: an address of IPv6 has none, an id neither. */
function partsOf(text: string | undefined): [kind?: string, id?: string] {
  const at = text?.indexOf('/') ?? -1;
  return text === undefined || at < 0 ? [] : [text.slice(0, at), text.slice(at + 1)];
}

const isMoment = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text));
