import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { CallError } from '../../../platform/api/errors.ts';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

interface ErasePreviewProps {
  /** The extent of the erasure; undefined when nothing is left to erase. */
  extent: string | undefined;
  /** What will be erased. */
  children: ReactNode;
  /** Where it is erased from, and what stays. */
  gone: string;
  /** The text to type, and an accepted alternative. */
  typed: readonly [name: string, id: string];
  pending: boolean;
  error: Error | null;
  onErase: () => void;
  onBack: () => void;
}

/** Shows what will and will not be erased, before confirmation. */
export function ErasePreview({
  extent,
  children,
  gone,
  typed,
  pending,
  error,
  onErase,
  onBack,
}: ErasePreviewProps) {
  const t = useEraseTexts();
  const [text, setText] = useState('');
  const ready = typed.some((one) => one.trim() === text.trim());
  const back = (
    <Button variant="default" disabled={pending} onClick={onBack}>
      {t.back}
    </Button>
  );
  if (extent === undefined)
    return (
      <div className={classes.form}>
        <p className={classes.text}>{t.nothing}</p>
        <div className={classes.buttons}>{back}</div>
      </div>
    );
  return (
    <SimpleForm
      className={classes.form}
      onSubmit={() => {
        if (ready) onErase();
      }}
    >
      <p className={classes.extent}>{extent}</p>
      {children}
      <p className={classes.text}>{gone}</p>
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
    </SimpleForm>
  );
}

/** A rejection means nothing was erased; after a lost response or a network failure that is unknown. */
const isRefused = (error: Error): boolean => error instanceof CallError && error.status < 500;
