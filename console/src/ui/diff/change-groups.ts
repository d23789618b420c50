import type { FieldChange, PathStep } from '@annals/rules/version-diff/field-changes';

export interface ChangeGroup {
  readonly path: readonly PathStep[];
  readonly changes: readonly FieldChange[];
}

/** Changes under the object or list they belong to, so a path is read once for all that changed below it. */
export function groupChanges(changes: readonly FieldChange[]): ChangeGroup[] {
  const groups: { path: readonly PathStep[]; changes: FieldChange[] }[] = [];
  for (const change of changes) {
    const parent = change.path.slice(0, -1);
    const last = groups.at(-1);
    if (last && pathText(last.path) === pathText(parent)) last.changes.push(change);
    else groups.push({ path: parent, changes: [change] });
  }
  return groups;
}

/** A path for display: `releases › 16 › latest`. */
export function pathText(path: readonly PathStep[]): string {
  return path.map((step) => step.text).join(' › ');
}

/** A value on one line, truncated. */
export function shortValue(value: unknown, longest = 48): string {
  const text = typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : flatText(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, inner]) => typeof inner !== 'object' || inner === null)
    .map(([name, inner]) => `${name}: ${String(inner)}`)
    .join(', ');
}
