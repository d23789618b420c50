import type { EventAction } from '@annals/contracts/events';
import { pickFields, factThat, textOf, type Fact } from '@annals/kit/verification/facts';
import type { Fields, RecordedEvent } from './recorded-events.sql.ts';
import { factsOfSettings, FollowedSettings } from './settings-facts.ts';

/** How events tell what something was from when on. */
interface Versions {
  created: EventAction;
  changed: EventAction;
  deleted: EventAction;
  /** What is compared, by the names in events, and what holds if the event of the creation does not say. */
  defaults: Fields;
  /** As what is stored can be compared with what is recorded. */
  compared?: (settings: Fields) => Fields;
}

/** A row of what something was from a time on. */
export type StoredVersion = Fields & { id: string; at: string; deleted: boolean };

/** What something is now, and what it was from when on. */
export function factsOfVersions(
  kind: string,
  { defaults, compared = asIs }: Versions,
  current: readonly (Fields & { id: string })[],
  versions: readonly StoredVersion[],
): Fact[] {
  const settings = (row: Fields) => compared(pickFields(row, Object.keys(defaults)));
  return [
    ...current.flatMap((row) => factsOfSettings(`${kind}/${row.id}`, settings(row))),
    ...versions.map((row) => versionFact(`${kind}/${row.id}`, row, settings(row))),
  ];
}

/** The same, as events say it. */
export function versionsIn(
  { created, changed, deleted, defaults, compared = asIs }: Versions,
  events: readonly RecordedEvent[],
  current = new FollowedSettings(),
): Fact[] {
  const versions: Fact[] = [];
  for (const { action, subject, after, at, index } of events) {
    const settings = compared(pickFields(after, Object.keys(defaults)));
    if (action === created) current.set(subject, { ...defaults, ...settings }, index);
    else if (action === changed) current.set(subject, settings, index);
    else if (action !== deleted) continue;
    const isDeleted = action === deleted;
    const version = { at, deleted: isDeleted };
    versions.push(versionFact(subject, version, current.settingsOf(subject), index));
    if (isDeleted) current.delete(subject);
  }
  return [...current.facts(), ...versions];
}

const versionFact = (
  subject: string,
  { at, deleted }: Pick<StoredVersion, 'at' | 'deleted'>,
  settings: Fields,
  index?: number,
): Fact =>
  factThat(
    deleted
      ? `${subject} was deleted on ${at}: ${textOf(settings)}`
      : `${subject} was from ${at} on: ${textOf(settings)}`,
    index,
  );

const asIs = (settings: Fields): Fields => settings;
