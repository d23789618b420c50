import { invitationStates, type Invitation } from '@annals/contracts/user-administration';
import {
  derived,
  momentWidth,
  text,
  type ListColumn,
  type ListFilter,
} from '../../ui/list/columns.tsx';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './account.module.css';
import type { PeopleTexts } from './people.texts.ts';

const tones = new Map<Invitation['state'], 'good' | 'waiting' | 'off'>([
  ['QUEUED', 'waiting'],
  ['SENT', 'waiting'],
  ['OPENED', 'waiting'],
  ['FAILED', 'off'],
  ['EXPIRED', 'off'],
  ['WITHDRAWN', 'off'],
  ['ACCEPTED', 'good'],
]);

/** Accepted and withdrawn invitations no longer expire. */
function isPending({ state, expiresDate }: Invitation): boolean {
  return expiresDate !== null && state !== 'ACCEPTED' && state !== 'WITHDRAWN';
}

/** The email replaces a missing name. */
const ownName = ({ name, email }: Invitation) => (name === email ? null : name);

export function invitationColumns(t: PeopleTexts): ListColumn<Invitation>[] {
  const moment = (
    id: 'createdDate' | 'sentDate' | 'openedDate' | 'acceptedDate' | 'expiresDate',
    header: string,
    hiddenAtFirst = false,
    valueOf = (invitation: Invitation): unknown => invitation[id],
  ): ListColumn<Invitation> => ({
    id,
    header,
    value: (invitation) => invitation[id],
    render: (invitation) =>
      valueOf(invitation) ? <Moment value={invitation[id]} withRelative /> : null,
    width: momentWidth,
    hiddenAtFirst,
  });
  return [
    text('email', t.email, { below: { column: 'name', render: ownName } }),
    {
      id: 'name',
      header: t.person,
      value: ({ name }) => name,
      render: ownName,
      hiddenAtFirst: true,
      width: '15%',
    },
    text('state', t.state, {
      render: (invitation) => <State invitation={invitation} t={t} />,
      width: '18%',
    }),
    derived('invitedBy', t.invitedBy, ({ invitedBy }) => invitedBy?.name, {
      width: '12%',
      needsRoom: true,
    }),
    moment('createdDate', t.made),
    moment('expiresDate', t.expires, false, isPending),
    moment('sentDate', t.sent, true),
    moment('openedDate', t.opened, true),
    moment('acceptedDate', t.accepted, true),
  ];
}

/** The status, with the reason for a rejected mail. */
function State({ invitation: { state, failure }, t }: { invitation: Invitation; t: PeopleTexts }) {
  const serviceText = useServiceText();
  const why = failure && serviceText(failure);
  return (
    <span className={classes.state}>
      <StatusBadge tone={tones.get(state) ?? 'plain'}>{labelFor(t.states, state)}</StatusBadge>
      {why && (
        <span className={classes.why} title={why}>
          {why}
        </span>
      )}
    </span>
  );
}

export function invitationFilters(t: PeopleTexts): ListFilter<Invitation, 'open' | 'state'>[] {
  return [
    {
      name: 'open',
      label: t.open,
      any: t.anyOpen,
      options: [{ value: 'true', label: t.onlyOpen }],
      valuesOf: ({ state }) => String(state !== 'ACCEPTED' && state !== 'WITHDRAWN'),
    },
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: invitationStates.map((state) => ({ value: state, label: t.states[state] })),
      valuesOf: ({ state }) => state,
    },
  ];
}
