import { SimpleTable } from '../../../shared/tables/SimpleTable.tsx';
import type { Erased } from './erase-calls.ts';
import { rangesText } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

/** The values that will be erased, by their paths. */
export function ErasedPaths({ preview }: { preview: Erased }) {
  const t = useEraseTexts();
  const { valueCount, versionCount, values } = preview;
  return (
    <>
      <SimpleTable
        label={t.extent(valueCount, versionCount)}
        columns={[
          { id: 'path', header: t.path, render: ([path]) => <code>{path}</code> },
          { id: 'versions', header: t.versions, render: ([, versions]) => rangesText(versions) },
        ]}
        rows={versionsByPath(values)}
        rowKey={([path]) => path}
        scrolls="short"
        narrow
        framed
      />
      {values.length < valueCount && <p className={classes.quiet}>{t.firstOnly(values.length)}</p>}
    </>
  );
}

function versionsByPath(values: Erased['values']): [path: string, versions: number[]][] {
  const found = new Map<string, number[]>();
  for (const { path, modificationCount } of values)
    found.set(path, [...(found.get(path) ?? []), modificationCount]);
  return [...found];
}
