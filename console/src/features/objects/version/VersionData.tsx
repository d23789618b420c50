import { useMemo, useState, type ReactNode } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { JsonText } from '../../../shared/json/JsonText.tsx';
import { JsonTree } from '../../../shared/json/JsonTree.tsx';
import { ViewSwitch } from '../../../shared/json/ViewSwitch.tsx';
import { withRedactedValues } from '../../../shared/json-values/redacted-data.ts';
import { Panel } from '../../../shared/states/Panel.tsx';
import { useVersionTexts } from './version.texts.ts';
import classes from './VersionView.module.css';

interface VersionDataProps {
  version: ObjectVersion;
  /** What else can be done with a value of the tree. */
  renderDeed?: (chosen: { pointer: string; value: unknown } | undefined) => ReactNode;
}

/** What a version says, as a tree or as JSON. */
export function VersionData({ version, renderDeed }: VersionDataProps) {
  const t = useVersionTexts();
  const [view, setView] = useState<'tree' | 'json'>('tree');
  const { objectData, erased } = version;
  const data = useMemo(
    () => objectData && withRedactedValues(objectData, erased),
    [objectData, erased],
  );
  if (data === undefined || Object.keys(data).length === 0)
    return (
      <Panel title={t.data}>
        <p className={classes.quiet}>{t.noData}</p>
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
      {view === 'tree' ? (
        <JsonTree value={data} {...(renderDeed && { renderDeed })} />
      ) : (
        <JsonText value={data} erased={erased} />
      )}
    </Panel>
  );
}
