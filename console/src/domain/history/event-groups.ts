import { type EventAction, eventActions } from '@annals/contracts/events';
import { texts } from '../../platform/texts.ts';

type EventGroup =
  | 'signIn'
  | 'users'
  | 'units'
  | 'providers'
  | 'programs'
  | 'partitions'
  | 'changeSets'
  | 'mails'
  | 'system';

const useEventGroupTexts = texts<Record<EventGroup, string>>({
  en: {
    signIn: 'Sign-in and credentials',
    users: 'Users and invitations',
    units: 'Units, roles and rules',
    providers: 'Identity providers',
    programs: 'Applications and API tokens',
    partitions: 'Partitions and their data',
    changeSets: 'Change sets',
    mails: 'Emails',
    system: 'System and webhooks',
  },
  de: {
    signIn: 'Anmeldung und Zugangsdaten',
    users: 'Benutzer und Einladungen',
    units: 'Einheiten, Rollen und Regeln',
    providers: 'Identitätsanbieter',
    programs: 'Anwendungen und API-Tokens',
    partitions: 'Partitionen und ihre Daten',
    changeSets: 'Änderungssätze',
    mails: 'E-Mails',
    system: 'System und Webhooks',
  },
});

type FirstPart = EventAction extends `${infer First}.${string}` ? First : never;

/** By the first part of the action. */
const groups: Readonly<Record<FirstPart, EventGroup>> = {
  session: 'signIn',
  signIn: 'signIn',
  refreshToken: 'signIn',
  reauthentication: 'signIn',
  link: 'signIn',
  password: 'signIn',
  signUp: 'signIn',
  factor: 'signIn',
  secondFactor: 'signIn',
  recoveryCodes: 'signIn',
  recoveryCode: 'signIn',
  trustedDevice: 'signIn',
  credentials: 'signIn',
  user: 'users',
  invitation: 'users',
  identity: 'users',
  unit: 'units',
  role: 'units',
  signInRule: 'units',
  access: 'units',
  identityProvider: 'providers',
  token: 'programs',
  application: 'programs',
  partition: 'partitions',
  member: 'partitions',
  type: 'partitions',
  object: 'partitions',
  evidence: 'partitions',
  transfer: 'partitions',
  auditSample: 'partitions',
  savedSearch: 'partitions',
  aliasUrl: 'partitions',
  readRecording: 'partitions',
  changeSet: 'changeSets',
  changePolicy: 'changeSets',
  signature: 'changeSets',
  mail: 'mails',
  signingKey: 'system',
  checkpointKey: 'system',
  webhook: 'system',
  eventWebhook: 'system',
  configuration: 'system',
  events: 'system',
  schema: 'system',
  tables: 'system',
  database: 'system',
  verification: 'system',
};

const order = Object.keys({
  signIn: 0,
  users: 0,
  units: 0,
  providers: 0,
  programs: 0,
  partitions: 0,
  changeSets: 0,
  mails: 0,
  system: 0,
} satisfies Record<EventGroup, 0>) as EventGroup[];

const groupOf = (action: EventAction): EventGroup =>
  groups[action.slice(0, action.indexOf('.')) as FirstPart];

/** All actions under the headings under which people look for them. */
export function useGroupedActions(
  labels: Readonly<Record<EventAction, string>>,
): { group: string; items: { value: EventAction; label: string }[] }[] {
  const names = useEventGroupTexts();
  return order.map((group) => ({
    group: names[group],
    items: eventActions
      .filter((action) => groupOf(action) === group)
      .map((action) => ({ value: action, label: labels[action] })),
  }));
}
