import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../../../api/errors.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import { SimpleTable } from '../../../shared/tables/SimpleTable.tsx';
import type { Erased } from './erase-calls.ts';
import { rangesText } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

interface ErasePreviewProps {
  preview: Erased;
  /** The text to type, and an accepted alternative. */
  typed: readonly [name: string, id: string];
  pending: boolean;
  error: Error | null;
  onErase: () => void;
  onBack: () => void;
}

/** Shows what will and will not be erased, before confirmation. */
export function ErasePreview({
  preview,
  typed,
  pending,
  error,
  onErase,
  onBack,
}: ErasePreviewProps) {
  const t = useEraseTexts();
  const [text, setText] = useState('');
  const { valueCount, versionCount, values } = preview;
  const ready = typed.some((one) => one.trim() === text.trim());
  const back = (
    <Button variant="default" disabled={pending} onClick={onBack}>
      {t.back}
    </Button>
  );
  if (valueCount === 0)
    return (
      <div className={classes.form}>
        <p className={classes.text}>{t.nothing}</p>
        <div className={classes.buttons}>{back}</div>
      </div>
    );
  return (
    <AskForm
      className={classes.form}
      onSubmit={() => {
        if (ready) onErase();
      }}
    >
      <p className={classes.extent}>{t.extent(valueCount, versionCount)}</p>
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
      <p className={classes.text}>{t.gone}</p>
      <div>
        <p className={classes.text}>{t.notGone}</p>
        <ul className={classes.notGone}>
          {t.notGoneList.split('|').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <p className={classes.noUndo}>{t.noUndo}</p>
      <TextInput
        label={t.typeName(typed[0])}
        data-autofocus
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error && (
        <ErrorPanel title={isRefused(error) ? t.notErased : t.perhapsErased} error={error} />
      )}
      <div className={classes.buttons}>
        {back}
        <Button type="submit" color="red" disabled={!ready} loading={pending}>
          {t.confirm}
        </Button>
      </div>
    </AskForm>
  );
}

/** A rejection means nothing was erased; after a lost response or a network failure that is unknown. */
const isRefused = (error: Error): boolean => error instanceof CallError && error.status < 500;

function versionsByPath(values: Erased['values']): [path: string, versions: number[]][] {
  const found = new Map<string, number[]>();
  for (const { path, modificationCount } of values)
    found.set(path, [...(found.get(path) ?? []), modificationCount]);
  return [...found];
}
