import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconZoomIn, IconZoomOut, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { maxReasonLength } from '@annals/contracts/object-version';
import { csvText } from '@annals/rules/files/csv-text';
import { downloadCsv } from '../../../platform/downloads.ts';
import { pathText, shortValue } from '../../../ui/diff/change-groups.ts';
import { diffVersions } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { shownName } from '../../../ui/ids/display-names.ts';
import { RedactedValue } from '../../../platform/json-values/json-values.ts';
import { useRedactionTexts } from '../../../ui/json/redaction.texts.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { MomentInput } from '../../../platform/time/MomentInput.tsx';
import { fieldPaths } from './field-rows.ts';
import { authorsOf, isFilterSet, type HistoryFilter, periodOf, zoomTo } from './history-filter.ts';
import classes from './HistoryPage.module.css';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface HistoryFiltersProps {
  /** All loaded versions, newest first. */
  versions: readonly ObjectVersion[];
  /** The versions that match the filter. */
  shown: readonly ObjectVersion[];
  /** The version that stays visible when zooming in. */
  chosen: ObjectVersion | undefined;
  isLater: (version: ObjectVersion) => boolean;
  filter: HistoryFilter;
  onFilter: (filter: Partial<HistoryFilter>) => void;
}

/** Filters the versions by field, author, dates and reason; zooming changes the dates. */
export function HistoryFilters({
  versions,
  shown,
  chosen,
  isLater,
  filter,
  onFilter,
}: HistoryFiltersProps) {
  const t = useVersionHistoryTexts();
  const exported = useExport(versions, isLater);
  const { field, author, from, to, reason } = filter;
  const fields = fieldPaths(versions[0]?.objectData ?? {});
  const whole = periodOf(versions);
  const period = whole && { from: from ?? whole.from, to: to ?? whole.to };
  const zoom = (factor: 0.5 | 2) => {
    if (!whole || !period) return;
    const next = zoomTo(period, whole, factor, chosen?.modificationDate);
    onFilter({ from: next?.from, to: next?.to });
  };
  return (
    <div className={classes.filters} role="group" aria-label={t.filters}>
      <NativeSelect
        size="xs"
        label={t.changedField}
        value={field ?? ''}
        data={[
          { value: '', label: t.anyField },
          ...[...new Set([...fields, ...(field === undefined ? [] : [field])])].map((path) => ({
            value: path,
            label: path,
          })),
        ]}
        onChange={({ currentTarget }) => onFilter({ field: currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        label={t.by}
        value={author ?? ''}
        data={[
          { value: '', label: t.anyAuthor },
          ...authorsOf(versions).map(({ id, name }) => ({
            value: id,
            label: shownName(name, id),
          })),
        ]}
        onChange={({ currentTarget }) => onFilter({ author: currentTarget.value || undefined })}
      />
      <MomentInput
        size="xs"
        label={t.from}
        descriptionNamesZone
        value={from ?? ''}
        onChange={(moment) => moment !== null && onFilter({ from: moment || undefined })}
      />
      <MomentInput
        size="xs"
        label={t.to}
        descriptionNamesZone
        value={to ?? ''}
        onChange={(moment) => moment !== null && onFilter({ to: moment || undefined })}
      />
      {(reason !== undefined || versions.some((version) => version.reason)) && (
        <ReasonFilter
          value={reason ?? ''}
          onChange={(text) => onFilter({ reason: text || undefined })}
        />
      )}
      <div className={classes.tools}>
        <Tool
          label={t.zoomIn}
          icon={IconZoomIn}
          disabled={shown.length < 2}
          onClick={() => zoom(0.5)}
        />
        <Tool
          label={t.zoomOut}
          icon={IconZoomOut}
          disabled={from === undefined && to === undefined}
          onClick={() => zoom(2)}
        />
        <Tool
          label={t.exportHistory}
          icon={IconDownload}
          disabled={shown.length === 0}
          onClick={() => exported(shown)}
        />
        {isFilterSet(filter) && (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              onFilter({
                field: undefined,
                author: undefined,
                from: undefined,
                to: undefined,
                reason: undefined,
              })
            }
          >
            {t.wholeHistory}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Milliseconds after the last key press. */
const typingPause = 250;

function ReasonFilter({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useVersionHistoryTexts();
  const [text, setText] = useState(value);
  const [lastValue, setKnown] = useState(value);
  const apply = useDebouncedCallback(onChange, typingPause);
  // The URL was changed by something other than this field, for example by Back.
  if (value !== lastValue) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  return (
    <TextInput
      size="xs"
      label={t.reasonContains}
      autoComplete="off"
      maxLength={maxReasonLength}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value.trim());
      }}
    />
  );
}

/** Exports versions with their changes as CSV. */
function useExport(
  versions: readonly ObjectVersion[],
  isLater: (version: ObjectVersion) => boolean,
) {
  const t = useVersionHistoryTexts();
  const { erased } = useRedactionTexts();
  const text = (value: unknown) =>
    value === undefined
      ? ''
      : value instanceof RedactedValue
        ? erased(value.receipt)
        : shortValue(value, 200);
  return (shown: readonly ObjectVersion[]) => {
    const before = new Map(versions.map((version) => [version.id, version]));
    const rows = shown.map((version) => {
      const predecessor = before.get(version.predecessorId ?? '');
      const changes = predecessor
        ? diffVersions(predecessor, version).changes.map(
            (change) => `${pathText(change.path)}: ${text(change.before)} → ${text(change.after)}`,
          )
        : [];
      return [
        version.modificationCount,
        version.modificationDate,
        version.modificationUserName ?? version.modificationUserId,
        changes.join('\n'),
        version.reason,
        version.importedDate,
        version.endedDate,
        isLater(version) ? t.later : '',
        version.id,
      ];
    });
    const columns = [
      t.version,
      t.recordedColumn,
      t.by,
      t.changesColumn,
      t.reasonColumn,
      t.importedColumn,
      t.endedColumn,
      t.laterColumn,
      t.idColumn,
    ];
    const [newest] = versions;
    downloadCsv(newest ? titleOf(newest) : 'history', csvText([columns, ...rows]));
  };
}

interface ToolProps {
  label: string;
  icon: TablerIcon;
  disabled: boolean;
  onClick: () => void;
}

function Tool({ label, icon: Icon, disabled, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
