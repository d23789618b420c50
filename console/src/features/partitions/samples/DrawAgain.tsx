import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';
import { draw } from './draw.ts';
import { invalidateSamples, type SampleParams } from './samples.queries.ts';
import { useSampleTexts } from './samples.texts.ts';
import classes from './Samples.module.css';

/** Draws a sample that was announced and not drawn, for example because the page was closed in between. */
export function DrawAgain({ params }: { params: SampleParams }) {
  const t = useSampleTexts();
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const drawing = useSingleMutation({
    mutationFn: () => draw(params, number.trim()),
    onSuccess: () => invalidateSamples(),
  });
  const isNumber = /^[0-9]{20,100}$/.test(number.trim());
  return (
    <SimpleForm
      className={classes.content}
      refused={drawing.error}
      onSubmit={() => {
        setTried(true);
        if (isNumber) drawing.mutate();
        return isNumber;
      }}
    >
      <TextInput
        label={t.enterNumber}
        maxLength={100}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        error={tried && !isNumber ? t.numberWrong : undefined}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      {drawing.error && <ErrorPanel title={t.notDrawn} error={drawing.error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={drawing.isPending}>
          {t.drawNow}
        </Button>
      </div>
    </SimpleForm>
  );
}
