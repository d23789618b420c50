import type { ObjectVersion } from '../../../platform/api/things.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { TypeBadge } from '../shared/ObjectLabels.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import classes from './ReferenceList.module.css';

/** The references of a version by name and title. */
export function ReferencesPanel({
  partitionId,
  version,
}: {
  partitionId: string;
  version: ObjectVersion;
}) {
  const t = useTimelineTexts();
  const { references } = version;
  if (references === undefined) return null;
  const names = [...new Set(references.map((reference) => reference.name))];
  return (
    <Panel title={t.references} beside={references.length}>
      {names.length === 0 && <p className={classes.none}>{t.noReferences}</p>}
      {names.map((name) => (
        <section key={name} className={classes.group}>
          <h3 className={classes.name}>{name}</h3>
          <ul className={classes.targets}>
            {references
              .filter((reference) => reference.name === name)
              .map(({ timelineId, type }) => (
                <li key={timelineId} className={classes.target}>
                  <TargetLink partitionId={partitionId} timelineId={timelineId} />
                  <TypeBadge type={type ?? undefined} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
