import { Button, TextInput } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useState } from 'react';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { useErrorMessage } from '../../../ui/feedback/error-message.ts';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { PopoverPanel } from '../../../ui/popover/PopoverPanel.tsx';
import { usePopover } from '../../../ui/popover/usePopover.ts';
import { MomentInput } from '../../../platform/time/MomentInput.tsx';
import classes from './InfiniteRecent.module.css';
import { sequenceAt } from './history.queries.ts';
import { useVersionHistoryTexts } from './version-history.texts.ts';

interface JumpToProps {
  partitionId: string;
  /** The sequence number of the newest change. */
  newest: number;
  /** Scrolls to a sequence number; undefined for the newest. */
  onJump: (sequence: number | undefined) => void;
}

/** Jumps to a change by its number, or to the last one at a moment. */
export function JumpTo(props: JumpToProps) {
  const t = useVersionHistoryTexts();
  const popover = usePopover('end');
  return (
    <>
      <ResponsiveButton
        size="xs"
        variant="default"
        icon={<IconListNumbers size={16} aria-hidden />}
        {...popover.buttonProps}
      >
        {t.goTo}
      </ResponsiveButton>
      <PopoverPanel popover={popover.panel} label={t.goToLabel}>
        <JumpForms
          {...props}
          onJump={(sequence) => {
            popover.close();
            props.onJump(sequence);
          }}
        />
      </PopoverPanel>
    </>
  );
}

/** A validation error of one of the two fields, or a failure. */
type JumpError =
  | { of: 'number' | 'moment'; text: string; failure?: undefined }
  | { of: 'moment'; text?: undefined; failure: unknown };

function JumpForms({ partitionId, newest, onJump }: JumpToProps) {
  const t = useVersionHistoryTexts();
  const [number, setNumber] = useState('');
  const [moment, setMoment] = useState<string | null>('');
  const [error, setError] = useState<JumpError>();
  const errorMessage = useErrorMessage();
  const [looks, setLooks] = useState(false);

  function toNumber(): boolean {
    const at = Number(number.replaceAll(/[\s.,'’]/g, ''));
    const isOne = Number.isInteger(at) && at >= 1 && at <= newest;
    if (isOne) onJump(at === newest ? undefined : at);
    else setError({ of: 'number', text: t.needNumber(newest) });
    return isOne;
  }
  function toMoment(): boolean {
    if (!moment) setError({ of: 'moment', text: t.needMoment });
    else if (!looks) void lookFor(moment);
    return Boolean(moment);
  }
  async function lookFor(asOf: string) {
    setLooks(true);
    try {
      const at = await sequenceAt(partitionId, asOf);
      if (at === null) setError({ of: 'moment', text: t.nothingYet });
      else onJump(at >= newest ? undefined : at);
    } catch (failure) {
      setError({ of: 'moment', failure });
    } finally {
      setLooks(false);
    }
  }

  return (
    <div className={classes.jump}>
      <SimpleForm className={classes.field} onSubmit={toNumber}>
        <TextInput
          label={t.goToNumber}
          inputMode="numeric"
          autoFocus
          value={number}
          error={error?.of === 'number' ? error.text : undefined}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <Button type="submit">{t.go}</Button>
      </SimpleForm>
      <SimpleForm className={classes.field} onSubmit={toMoment}>
        <MomentInput
          label={t.goToMoment}
          value={moment}
          error={error?.of === 'moment' ? (error.text ?? errorMessage(error.failure)) : undefined}
          onChange={setMoment}
        />
        <Button type="submit" loading={looks}>
          {t.go}
        </Button>
      </SimpleForm>
      <Button variant="default" onClick={() => onJump(undefined)}>
        {t.toNewest}
      </Button>
    </div>
  );
}
