import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import {
  concludeItem,
  sampleConclusions,
  type SampleConclusion,
  type SampleItem,
} from '@annals/contracts/audit-samples';
import { call } from '../../../platform/api/call.ts';
import { pathTo } from '../../../platform/links.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import { shownName, visibleText } from '../../../ui/ids/display-names.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { invalidateSamples, type SampleParams } from './samples.queries.ts';
import { useSampleTexts, type SampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

interface SampleItemsProps {
  params: SampleParams;
  items: readonly SampleItem[];
  mayConclude: boolean;
}

/** The entries of a sample in the order of the draw, each with its conclusion. */
export function SampleItems({ params, items, mayConclude }: SampleItemsProps) {
  const t = useSampleTexts();
  return (
    <ul className={classes.items} aria-label={t.entries}>
      {items.map((item) => (
        <li key={item.index} className={classes.item}>
          <What item={item} partitionId={params.partitionId} />
          {mayConclude ? <Judge params={params} item={item} /> : <Judged item={item} />}
        </li>
      ))}
    </ul>
  );
}

/** What the entry is, with a link to it. */
function What({ item, partitionId }: { item: SampleItem; partitionId: string }) {
  const t = useSampleTexts();
  const { objectId, changeSetId, recordedDate, recordedUserId, recordedUserName } = item;
  const name = nameOf(t, item);
  const to =
    objectId !== null
      ? pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId })
      : changeSetId !== null
        ? pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId })
        : undefined;
  return (
    <div className={classes.what}>
      <span>{to === undefined ? name : <PathLink to={to}>{name}</PathLink>}</span>
      <span className={classes.quiet}>
        <Moment value={recordedDate} absolute />{' '}
        {recordedUserId !== null && t.by(shownName(recordedUserName, recordedUserId))}
      </span>
      <span className={classes.quiet}>{t.entry(item.index)}</span>
    </div>
  );
}

function nameOf(t: SampleTexts, { kind, type, title, modificationCount }: SampleItem): string {
  switch (kind) {
    case 'VERSION': {
      const name = t.kinds.VERSION(type ?? '', modificationCount ?? 0);
      const shown = visibleText(title);
      return shown === undefined ? name : t.titled(shown, name);
    }
    case 'SCHEMA':
      return t.kinds.SCHEMA(type ?? '');
    default:
      return t.kinds[kind];
  }
}

/** The fields of a conclusion, saved when they are left. */
function Judge({ params, item }: { params: SampleParams; item: SampleItem }) {
  const t = useSampleTexts();
  const { index } = item;
  const [conclusion, setConclusion] = useState<SampleConclusion | null>(item.conclusion);
  const [note, setNote] = useState(item.note);
  const saving = useSingleMutation({
    mutationFn: (body: { conclusion: SampleConclusion; note: string }) =>
      call(concludeItem, { params: { ...params, index: String(index) }, body }),
    onSuccess: () => invalidateSamples(),
  });
  return (
    <>
      <NativeSelect
        label={t.conclusion}
        aria-label={`${t.conclusion}, ${t.entry(index)}`}
        value={conclusion ?? ''}
        data={[
          ...(conclusion === null ? [{ value: '', label: t.notYet }] : []),
          ...sampleConclusions.map((value) => ({ value, label: t.conclusions[value] })),
        ]}
        onChange={({ currentTarget }) => {
          const chosen = sampleConclusions.find((each) => each === currentTarget.value);
          if (chosen === undefined) return;
          setConclusion(chosen);
          saving.mutate({ conclusion: chosen, note });
        }}
      />
      <div className={classes.what}>
        <Textarea
          label={t.note}
          aria-label={`${t.note}, ${t.entry(index)}`}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={2000}
          value={note}
          error={conclusion === null && note !== '' ? t.conclusionFirst : undefined}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
          onBlur={() => {
            if (conclusion !== null && note !== item.note) saving.mutate({ conclusion, note });
          }}
        />
        {saving.error && <ErrorPanel title={t.notSaved} error={saving.error} />}
      </div>
    </>
  );
}

const tones = { IN_ORDER: 'good', FINDING: 'bad', NOT_JUDGED: 'waiting' } as const;

/** A conclusion that cannot be changed here. */
function Judged({ item: { conclusion, note } }: { item: SampleItem }) {
  const t = useSampleTexts();
  return (
    <>
      {conclusion === null ? (
        <span className={classes.quiet}>{t.notYet}</span>
      ) : (
        <StatusBadge tone={tones[conclusion]}>{t.conclusions[conclusion]}</StatusBadge>
      )}
      <p className={classes.note}>{note}</p>
    </>
  );
}
