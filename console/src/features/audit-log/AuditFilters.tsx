import { Button, CloseButton, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useEventLabels } from '../../domain/history/event-labels.texts.ts';
import { useGroupedActions } from '../../domain/history/event-groups.ts';
import { useQuery } from '@tanstack/react-query';
import { namedThingQuery } from '../../domain/named-things/named-ids.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { DebouncedTextInput } from '../../ui/list/DebouncedTextInput.tsx';
import type { ListState } from '../../ui/list/useListState.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { UserPicker } from '../../domain/pickers/UserPicker.tsx';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import type { AuditFilter } from './audit-log.queries.ts';
import classes from './AuditLogPage.module.css';
import { useAuditLogTexts } from './audit-log.texts.ts';
import { fieldOfKind, partsOf } from './subject-page.ts';

/** The filters by kind of event, actor and subject; those that are needed less often open with a button. */
export function AuditFilters({ list }: { list: ListState<AuditFilter> }) {
  const t = useAuditLogTexts();
  const mayFindUsers = useMay('users:read');
  const labels = useEventLabels();
  const actions = useGroupedActions(labels);
  const { action, actor, subject, from = '', to = '', address = '' } = list.state.filters;
  const furtherId = useId();
  const [opened, setOpened] = useState(false);
  // What is set has to be seen.
  const isSet = from !== '' || to !== '' || address !== '';
  const isOpen = opened || isSet;
  const isAnySet = isSet || [action, actor, subject].some((value) => (value ?? '') !== '');
  const about = partsOf(subject ?? null);
  const aboutUser = about === undefined || about.kind === 'user';
  const pickedActor = usePicked(actor, 'ownerId');
  const pickedUser = usePicked(aboutUser ? about?.id : undefined, 'userId');
  return (
    <div className={classes.filters} data-open={isOpen || isAnySet || undefined}>
      <Select
        label={t.what}
        placeholder={t.anyAction}
        data={actions}
        value={action ?? null}
        searchable
        clearable
        nothingFoundMessage={t.noSuchEvent}
        onChange={(value) => list.filters.set('action', value ?? '')}
      />
      {mayFindUsers && (
        <UserPicker
          label={t.who}
          placeholder={t.anyone}
          value={pickedActor}
          onChange={(user) => list.filters.set('actor', user?.id ?? '')}
        />
      )}
      {mayFindUsers && aboutUser ? (
        <UserPicker
          label={t.about}
          placeholder={t.anything}
          value={pickedUser}
          onChange={(user) => list.filters.set('subject', user ? `user/${user.id}` : '')}
        />
      ) : (
        subject !== undefined && (
          <SubjectChip subject={subject} onRemove={() => list.filters.set('subject', '')} />
        )
      )}
      {!isSet && (
        <Button
          variant="default"
          className={classes.further ?? ''}
          aria-expanded={isOpen}
          aria-controls={furtherId}
          onClick={() => setOpened(!opened)}
        >
          {t.moreFilters}
        </Button>
      )}
      <div id={furtherId} className={classes.furtherFilters} hidden={!isOpen}>
        <MomentInput
          label={t.from}
          value={from}
          onChange={(moment) => moment !== null && list.filters.type('from', moment)}
        />
        <MomentInput
          label={t.to}
          day="end"
          value={to}
          onChange={(moment) => moment !== null && list.filters.type('to', moment)}
        />
        <DebouncedTextInput
          label={t.address}
          placeholder={t.anyAddress}
          value={address}
          onChange={(text) => list.filters.type('address', text)}
        />
      </div>
    </div>
  );
}

/** The name for an id in the URL; the id until the name is loaded. */
function usePicked(id: string | undefined, field: string) {
  const { data } = useQuery({ ...namedThingQuery(field, id ?? ''), enabled: id !== undefined });
  return id === undefined ? null : { id, name: shownName(data?.name, id) };
}

/** The filter by a unit, a provider or another subject that is not a user. Only links set it. */
function SubjectChip({ subject, onRemove }: { subject: string; onRemove: () => void }) {
  const t = useAuditLogTexts();
  const { kind = '', id = subject } = partsOf(subject) ?? {};
  const picked = usePicked(id, fieldOfKind[kind] ?? '');
  const name = picked?.name ?? id;
  return (
    <div className={classes.about}>
      <span className={classes.aboutLabel}>{t.about}</span>
      <span className={classes.chip}>
        {name}
        <CloseButton size="xs" aria-label={t.remove(name)} onClick={onRemove} />
      </span>
    </div>
  );
}
