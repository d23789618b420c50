import { useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { JsonText } from '../../../shared/json/JsonText.tsx';
import { JsonTree } from '../../../shared/json/JsonTree.tsx';
import { ViewSwitch } from '../../../shared/json/ViewSwitch.tsx';
import { Panel } from '../../../shared/states/Panel.tsx';
import { useVersionTexts } from './version.texts.ts';
import classes from './VersionView.module.css';

/** What a version says, as a tree or as JSON. */
export function VersionData({ version }: { version: ObjectVersion }) {
  const t = useVersionTexts();
  const [view, setView] = useState<'tree' | 'json'>('tree');
  const { objectData } = version;
  if (objectData === undefined || Object.keys(objectData).length === 0)
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
      {view === 'tree' ? <JsonTree value={objectData} /> : <JsonText value={objectData} />}
    </Panel>
  );
}
