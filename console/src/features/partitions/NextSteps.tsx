import { listObjectTypes } from '@annals/contracts/object-types';
import { createObject } from '@annals/contracts/objects';
import { importObjects } from '@annals/contracts/transfers';
import type { Partition } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMayWriteTo } from '../../domain/permissions/may-write-to.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import classes from './NextSteps.module.css';
import { usePartitionTexts } from './shared/partitions.texts.ts';
import { useMayManagePartition } from '../../domain/access/useMayManagePartition.ts';

/** Next steps for an empty partition, as far as the user may take them. */
export function NextSteps({ partition }: { partition: Partition }) {
  const t = usePartitionTexts();
  const has = useCapabilities();
  const partitionId = partition.id;
  const manages = useMayManagePartition(partition) && !partition.archivedDate;
  const writes = useMayWriteTo(partitionId);
  const steps = [
    {
      may: manages && has(listObjectTypes),
      name: t.defineType,
      hint: t.defineTypeHint,
      to: pathTo('v1-partitions-partitionId', { partitionId }, { tab: 'types' }),
    },
    {
      may: writes && has(createObject),
      name: t.firstObject,
      hint: t.firstObjectHint,
      to: pathTo('v1-partitions-partitionId-objects', { partitionId }, { open: 'new' }),
    },
    {
      may: writes && has(importObjects),
      name: t.importFirstFile,
      hint: t.bringInHint,
      to: pathTo('migrations', {}, { tab: 'import', partition: partitionId }),
    },
    {
      may: true,
      name: t.firstCall,
      hint: t.firstCallHint,
      to: pathTo('v1-tokens-new'),
    },
  ].filter(({ may }) => may);
  return (
    <Panel title={t.nextSteps}>
      {!writes && <p className={classes.hint}>{t.othersWrite}</p>}
      <ol className={classes.steps}>
        {steps.map(({ name, hint, to }) => (
          <li key={to}>
            <PathLink to={to}>{name}</PathLink>
            <p className={classes.hint}>{hint}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
