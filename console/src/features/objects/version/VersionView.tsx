import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { createObject, getObject } from '@annals/contracts/objects';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import type { JsonSchema } from '../../../ui/json/json-schema.ts';
import { JsonText } from '../../../ui/json/JsonText.tsx';
import { JsonTree } from '../../../ui/json/JsonTree.tsx';
import { ViewSwitch } from '../../../ui/json/ViewSwitch.tsx';
import { withRedactedValues } from '@annals/rules/redacted-data';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { AdditionalFields } from '../../../ui/additional-fields/AdditionalFields.tsx';
import { Panel } from '../../../ui/states/Panel.tsx';
import { LineSkeletons, QueryStates } from '../../../ui/states/QueryPanel.tsx';
import { EraseChosen } from '../erase/EraseChosen.tsx';
import { typesQuery } from '../edit/object-type.queries.ts';
import { EditBar, useTreeEditing } from '../in-place/useTreeEditing.tsx';
import type { FieldEdits } from '../in-place/useFieldEdits.ts';
import { ReferencedByPanel } from '../references/ReferencedByPanel.tsx';
import { ReferencesPanel } from '../references/ReferencesPanel.tsx';
import { objectQuery } from '../shared/object.queries.ts';
import { PreviewNotice, useIsDrafted } from '../shared/ObjectLabels.tsx';
import { ReceiptProvider } from '../shared/ReceiptProvider.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useTimelineTexts } from '../shared/timeline.texts.ts';
import { useGoToLatest } from '../shared/useGoToLatest.ts';
import { ProofPanel } from './proof/ProofPanel.tsx';
import { VersionFacts } from './VersionFacts.tsx';
import classes from './VersionView.module.css';

interface VersionViewProps {
  partitionId: string;
  /** Undefined while loading. */
  version: ObjectVersion | undefined;
  /** The newest version as of the shown moment; undefined while loading. */
  latest: ObjectVersion | undefined;
  mayErase: boolean;
  /** Whether values can be edited where they stand. */
  mayEdit: boolean;
  fields: FieldEdits;
  /** A notice above the version, for example that a newer one exists or that the timeline has ended. */
  notice?: ReactNode;
}

/** One version of an object: data, changes, outgoing and incoming references. */
export function VersionView({
  partitionId,
  version,
  latest,
  mayErase,
  mayEdit,
  fields,
  notice,
}: VersionViewProps) {
  const t = useTimelineTexts();
  const goToLatest = useGoToLatest(partitionId);
  const isNewest = version?.timelineId !== undefined && version.id === latest?.id;
  const isWritable = useCapability(createObject) && mayEdit && isNewest && !version.endedDate;
  const isDrafted = useIsDrafted();
  const predecessorId = version?.predecessorId;
  const follows = typeof predecessorId === 'string';
  const predecessor = useQuery({
    ...objectQuery(partitionId, predecessorId ?? ''),
    enabled: follows,
  });
  const types = useQuery(typesQuery(partitionId));
  const type = types.data?.find((each) => each.type === version?.type);
  // Waits for the types, because their schemas define the order of the data.
  const waits = version === undefined || types.isPending || (follows && predecessor.isPending);
  return (
    <ReceiptProvider partitionId={partitionId}>
      <PreviewNotice version={version} />
      {notice}
      <VersionFacts partitionId={partitionId} version={version} latest={latest} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {waits ? (
            <Panel title={t.data}>
              <LineSkeletons lines={16} />
            </Panel>
          ) : (
            <>
              <WhatChanged partitionId={partitionId} version={version} predecessor={predecessor} />
              <VersionData
                key={version.timelineId ?? version.id}
                version={version}
                schema={type?.jsonSchema ?? undefined}
                partitionId={partitionId}
                fields={fields}
                mayEdit={isWritable}
                {...(mayErase && {
                  renderActions: (chosen) => (
                    <EraseChosen partitionId={partitionId} version={version} chosen={chosen} />
                  ),
                })}
              />
            </>
          )}
        </div>
        <div className={classes.aside} data-waits={waits || undefined}>
          {waits ? (
            <Panel title={t.references}>
              <LineSkeletons lines={3} />
            </Panel>
          ) : (
            <>
              {!isDrafted(version) && (
                <ProofPanel key={version.id} partitionId={partitionId} version={version} />
              )}
              <ReferencesPanel partitionId={partitionId} version={version} />
              {version.id !== '' && (
                <ReferencedByPanel partitionId={partitionId} objectId={version.id} />
              )}
              <AdditionalFields row={getObject} value={version} />
            </>
          )}
        </div>
      </div>
      {fields.edits && (
        <Suspense>
          <EditBar partitionId={partitionId} fields={fields} onSaved={goToLatest} />
        </Suspense>
      )}
    </ReceiptProvider>
  );
}

interface WhatChangedProps {
  partitionId: string;
  version: ObjectVersion;
  predecessor: { data: ObjectVersion | undefined; error: Error | null; refetch: () => unknown };
}

function WhatChanged({ partitionId, version, predecessor }: WhatChangedProps) {
  const t = useTimelineTexts();
  if (version.predecessorId === undefined) return null;
  return (
    <Panel title={t.whatChanged}>
      {version.predecessorId === null ? (
        <p className={classes.quiet}>{t.firstVersion}</p>
      ) : (
        <QueryStates query={predecessor}>
          {(older) => (
            <VersionDiff
              older={older}
              newer={version}
              renderTarget={(timelineId) => (
                <TargetLink partitionId={partitionId} timelineId={timelineId} />
              )}
            />
          )}
        </QueryStates>
      )}
    </Panel>
  );
}

interface VersionDataProps extends Pick<VersionViewProps, 'partitionId' | 'fields' | 'mayEdit'> {
  version: ObjectVersion;
  /** The schema of its type. */
  schema: JsonSchema | undefined;
  /** Further actions on the selected value of the tree. */
  renderActions?: (chosen: { pointer: string; value: unknown } | undefined) => ReactNode;
}

/** The data of a version as a tree or as JSON. */
function VersionData({
  partitionId,
  version,
  schema,
  fields,
  mayEdit,
  renderActions,
}: VersionDataProps) {
  const t = useTimelineTexts();
  const [view, setView] = useState<'tree' | 'json'>('tree');
  const { objectData, erased } = version;
  const data = useMemo(
    () => objectData && withRedactedValues(objectData, erased),
    [objectData, erased],
  );
  const editing = useTreeEditing({ partitionId, version, data, fields, mayEdit });
  if (data === undefined || Object.keys(data).length === 0)
    return (
      <Panel title={t.data}>
        <p className={classes.quiet}>{data === undefined ? t.dataNotReported : t.noData}</p>
      </Panel>
    );
  return (
    <Panel
      title={t.data}
      action={
        <ViewSwitch
          label={t.viewData}
          options={[
            { value: 'tree', label: t.tree },
            { value: 'json', label: t.json },
          ]}
          value={view}
          onChange={setView}
        />
      }
    >
      {(view === 'tree' || fields.edits) && (
        // What was typed stays.
        <div hidden={view !== 'tree'}>
          <JsonTree
            value={data}
            schema={schema}
            editing={editing}
            {...(renderActions && { renderActions })}
          />
        </div>
      )}
      {view === 'json' && <JsonText value={data} erased={erased} />}
    </Panel>
  );
}
