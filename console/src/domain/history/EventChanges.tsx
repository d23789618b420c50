import type { AuditEvent } from '@annals/contracts/events';
import { isArray, isObject, sameJson } from '../../platform/json-values/json-values.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import { useEventFieldTexts } from './event-fields.texts.ts';
import classes from './EventHistory.module.css';
import { idFields } from '../named-things/named-ids.ts';
import { EventValue, type ValueKind } from './EventValue.tsx';
import { useHistoryTexts } from './history.texts.ts';

export interface EventChange {
  field: string;
  before: unknown;
  after: unknown;
  /** Whether both sides are known. */
  changed: boolean;
  kind: ValueKind | undefined;
}

/** The fields of an event, without unchanged fields and ids that have a name beside them. */
export function eventChanges(event: AuditEvent): EventChange[] {
  const { action, before, after } = event;
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  if ('name' in { ...before, ...after }) fields.delete('id');
  const concerned = concernedByRule(event);
  if (concerned) for (const field of ruleFields) fields.delete(field);
  const changes = [...fields]
    .map((field) => ({
      field,
      before: before?.[field],
      after: after?.[field],
      changed: before !== null && after !== null && !isStatement(field, { before, after }),
      kind: kindOf(field, action, { ...before, ...after }),
    }))
    .filter((change) => !sameJson(formatValue(change.before), formatValue(change.after)));
  return concerned ? [concerned, ...changes] : changes;
}

const ruleFields = ['role', 'organizationalUnitId'];

/** Whom a sign-in rule is for. All rules have one history, and a rule never changes whom it is for. */
function concernedByRule({ action, before, after }: AuditEvent): EventChange | undefined {
  const all = { ...before, ...after };
  if (!action.startsWith('signInRule.') || !ruleFields.some((field) => field in all))
    return undefined;
  const named = ruleFields.find((field) => formatValue(all[field]) !== null);
  const value = named === undefined ? 'EVERYONE' : all[named];
  return {
    field: named ?? 'appliesTo',
    before: after === null ? value : undefined,
    after: after === null ? undefined : value,
    changed: false,
    kind: undefined,
  };
}

function kindOf(
  field: string,
  action: string,
  { ownerKind }: Record<string, unknown>,
): ValueKind | undefined {
  if (field === 'ownerId') return ownerKinds.get(ownerKind);
  return field === 'role' && action.startsWith('member.') ? 'memberRole' : undefined;
}

/**
 * A count, or yes or no, that only the new side has says what the event did, and an id whom it was about; there was no
 * former value.
 */
function isStatement(
  field: string,
  { before, after }: Pick<AuditEvent, 'before' | 'after'>,
): boolean {
  const value = after?.[field];
  const isOne = typeof value === 'number' || typeof value === 'boolean' || idFields.has(field);
  return isOne && !(field in { ...before });
}

const ownerKinds: ReadonlyMap<unknown, ValueKind> = new Map([
  ['USER', 'user'],
  ['APPLICATION', 'application'],
]);

/** All empty values are displayed the same, so they do not count as a change. */
function formatValue(value: unknown): unknown {
  const isEmpty =
    value === undefined ||
    value === '' ||
    (isArray(value) && value.length === 0) ||
    (isObject(value) && Object.keys(value).length === 0);
  return isEmpty ? null : value;
}

/** The changes of an event, one line per field. */
export function EventChanges({ event }: { event: AuditEvent }) {
  const { fields } = useEventFieldTexts();
  const changes = eventChanges(event);
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{labelFor(fields, change.field)}</dt>
          <dd>
            <EventChangeValues change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a list of values gained and lost; undefined for another change. */
export function listChange({ before, after, changed }: EventChange) {
  const old = listIn(before);
  const now = listIn(after);
  if (!changed || !old || !now || !(isArray(before) || isArray(after))) return undefined;
  const added = now.filter((value) => !old.some((each) => isSame(each, value)));
  const removed = old.filter((value) => !now.some((each) => isSame(each, value)));
  return added.length + removed.length > 0 ? { added, removed } : undefined;
}

const listIn = (value: unknown): readonly unknown[] | undefined =>
  isArray(value) ? value : formatValue(value) === null ? [] : undefined;

/** An item with an id is the same under another name. */
const isSame = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && typeof one['id'] === 'string'
    ? one['id'] === other['id']
    : sameJson(one, other);

/** "+ Support − Auditor" for a list, otherwise old → new; only one of them if the event contains no other. */
export function EventChangeValues({ change }: { change: EventChange }) {
  const t = useHistoryTexts();
  const { field, before, after, changed, kind } = change;
  const list = listChange(change);
  if (list)
    return (
      <span className={classes.list}>
        {list.added.map((value) => (
          <ins key={JSON.stringify(value)} className={classes.after} aria-label={t.added}>
            + <EventValue field={field} value={value} kind={kind} />
          </ins>
        ))}
        {list.removed.map((value) => (
          <del key={JSON.stringify(value)} className={classes.before} aria-label={t.removed}>
            − <EventValue field={field} value={value} kind={kind} />
          </del>
        ))}
      </span>
    );
  return (
    <>
      {(changed || after === undefined) && (
        <del className={classes.before} aria-label={t.before}>
          <EventValue field={field} value={before} kind={kind} />
        </del>
      )}
      {changed && (
        <span className={classes.arrow} role="img" aria-label={t.changedTo}>
          →
        </span>
      )}
      {(changed || after !== undefined) && (
        <ins className={classes.after} aria-label={t.after}>
          <EventValue field={field} value={after} kind={kind} />
        </ins>
      )}
    </>
  );
}
