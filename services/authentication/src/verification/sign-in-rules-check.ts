import type { EventAction } from '@annals/contracts/events';
import type { Queryable } from '@annals/kit/database/database';
import { compareFacts, pickFields, type Report } from '@annals/kit/verification/facts';
import { selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { findEvents, type Fields, type RecordedEvent } from './recorded-events.sql.ts';
import { factsOfSettings, FollowedSettings, withoutUnknownSettings } from './settings-facts.ts';

/** The rules have one history. */
const allRules = 'signInRule/all';
const ofRules: readonly EventAction[] = [
  'signInRule.created',
  'signInRule.changed',
  'signInRule.deleted',
  'signInRule.allDeleted',
];

const names = [
  'idleMinutes',
  'absoluteMinutes',
  'maxSessions',
  'passkeyRequired',
  'trustedDeviceDays',
  'peopleNetworks',
  'tokenNetworks',
  'applicationNetworks',
  'freshProofFor',
];

/** Compares the rules of sessions and sign-in with the events of the audit log. */
export async function checkSignInRules(database: Queryable, report: Report): Promise<void> {
  const events = await findEvents(database, [allRules], ofRules);
  const concerned = events.flatMap(({ before, after }) => [
    concernedBy(before),
    concernedBy(after),
  ]);
  const withDeletions = await findEvents(
    database,
    [allRules, ...new Set(concerned)],
    // The rule of a role or unit is deleted with it.
    [...ofRules, 'role.deleted', 'unit.deleted'],
  );
  const rules = new FollowedSettings();
  for (const event of withDeletions) follow(rules, event);
  const storedFacts = (await selectRules(database)).flatMap(({ role, unitId, ...demands }) =>
    factsOfSettings(
      ruleOf(concernedBy({ role, organizationalUnitId: unitId })),
      pickFields({ ...demands }, names),
    ),
  );
  const recordedFacts = rules.facts();
  compareFacts(withoutUnknownSettings(storedFacts, recordedFacts), recordedFacts, report);
}

function follow(rules: FollowedSettings, event: RecordedEvent): void {
  const { action, subject, before, after, index } = event;
  switch (action) {
    case 'signInRule.created':
    case 'signInRule.changed':
      return rules.set(ruleOf(concernedBy(after)), pickFields(after, names), index);
    case 'signInRule.deleted':
      return rules.delete(ruleOf(concernedBy(before)));
    case 'signInRule.allDeleted':
      return rules.subjects().forEach((rule) => rules.delete(rule));
    default:
      return rules.delete(ruleOf(subject));
  }
}

/** Whom a rule concerns, as a subject of events. */
function concernedBy({ role, organizationalUnitId: unitId }: Fields): string {
  if (typeof role === 'string') return `role/${role}`;
  return typeof unitId === 'string' ? `unit/${unitId}` : 'everyone';
}

const ruleOf = (concerned: string): string => `the sign-in rule of ${concerned}`;
