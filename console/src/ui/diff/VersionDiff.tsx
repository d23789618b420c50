import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { ViewSwitch } from '../json/ViewSwitch.tsx';
import { JsonLines } from '../json/JsonText.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useRedactionTexts } from '../json/redaction.texts.ts';
import { comparableTexts } from './comparable-text.ts';
import { useDiffTexts } from './diff.texts.ts';
import {
  diffVersions,
  type ComparableVersion,
  type VersionDifference,
} from '@annals/rules/version-diff/diff-versions';
import { FieldsDiff } from './FieldsDiff.tsx';
import classes from './VersionDiff.module.css';

const CodeMirrorDiff = lazyNamed(() => import('./CodeMirrorDiff.tsx'), 'CodeMirrorDiff');

interface VersionDiffProps {
  older: ComparableVersion;
  newer: ComparableVersion;
  /** The names of the two sides, for example "Version 5". */
  labels?: readonly [older: string, newer: string];
  renderTarget: (timelineId: string) => ReactNode;
  /** Rendered below a changed field, by its JSON Pointer. */
  renderBelow?: ((pointer: string) => ReactNode) | undefined;
}

/** Two versions compared, field by field or as JSON. */
export function VersionDiff({ older, newer, labels, renderTarget, renderBelow }: VersionDiffProps) {
  const t = useDiffTexts();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const difference = useMemo(() => diffVersions(older, newer), [older, newer]);
  const names = labels ?? [t.older, t.newer];
  return (
    <div className={classes.compare}>
      <div className={classes.head}>
        <ViewSwitch
          label={t.view}
          options={[
            { value: 'fields', label: t.fields },
            { value: 'json', label: t.json },
          ]}
          value={view}
          onChange={setView}
        />
        <span className={classes.counts}>{countsText(difference, t)}</span>
      </div>
      {view === 'fields' ? (
        <FieldsDiff difference={difference} renderTarget={renderTarget} renderBelow={renderBelow} />
      ) : (
        <JsonDiff older={older} newer={newer} labels={names} />
      )}
    </div>
  );
}

function JsonDiff({
  older,
  newer,
  labels,
}: Required<Pick<VersionDiffProps, 'older' | 'newer' | 'labels'>>) {
  const t = useDiffTexts();
  const sideBySide = useMediaQuery('(min-width: 900px)', true, { getInitialValueInEffect: false });
  const { erased } = useRedactionTexts();
  const [before, after] = useMemo(
    () => comparableTexts(older, newer, erased),
    [older, newer, erased],
  );
  return (
    <div className={classes.json}>
      {sideBySide && (
        <div className={classes.sides} aria-hidden>
          <span>{labels[0]}</span>
          <span>{labels[1]}</span>
        </div>
      )}
      <Suspense fallback={<JsonLines count={12} />}>
        <CodeMirrorDiff
          before={before}
          after={after}
          labels={labels}
          unchangedLines={t.unchangedLines}
          sideBySide={sideBySide}
        />
      </Suspense>
    </div>
  );
}

function countsText(
  { changes, references }: VersionDifference,
  t: ReturnType<typeof useDiffTexts>,
): string {
  const count = (status: string) =>
    changes.filter((change) => change.status === status).length +
    references.filter((change) => change.status === status).length;
  return t.counts(count('added'), count('removed'), count('changed'), count('moved'));
}
