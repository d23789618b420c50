import type { Partition } from '@annals/contracts/partitions';
import { Panel } from '../../../shared/states/Panel.tsx';
import { ArchivePanel } from './ArchivePanel.tsx';
import { EditPartition } from './EditPartition.tsx';
import classes from './SettingsTab.module.css';
import { useSettingsTexts } from './settings.texts.ts';

/** What its owners may change of a partition itself. */
export function SettingsTab({ partition }: { partition: Partition }) {
  const t = useSettingsTexts();
  return (
    <div className={classes.panels}>
      <Panel title={t.details}>
        {partition.archivedDate ? (
          <p className={classes.quiet}>{t.takeOutFirst}</p>
        ) : (
          <EditPartition partition={partition} />
        )}
      </Panel>
      <ArchivePanel partition={partition} />
    </div>
  );
}
