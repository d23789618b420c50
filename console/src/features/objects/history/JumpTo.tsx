import { Button, TextInput } from '@mantine/core';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { errorMessage } from '../../../shared/feedback/error-message.ts';
import { PopoverPanel } from '../../../shared/popover/PopoverPanel.tsx';
import { usePopover } from '../../../shared/popover/usePopover.ts';
import { momentOfInput } from '../../../shared/time-travel/moments.ts';
import { useUtc } from '../../../shared/time/utc.ts';
import classes from './EndlessRecent.module.css';
import { sequenceAt } from './history.queries.ts';
import { useHistoryTexts } from './history.texts.ts';

interface JumpToProps {
  partitionId: string;
  /** Number of the newest change. */
  newest: number;
  /** Goes to the change of a number; undefined for the newest. */
  onJump: (sequence: number | undefined) => void;
}

/** "Go to…": a change by its number, or the last one at a moment. */
export function JumpTo(props: JumpToProps) {
  const t = useHistoryTexts();
  const popover = usePopover('end');
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBarToDown size={16} aria-hidden />}
        {...popover.buttonProps}
      >
        {t.goTo}
      </Button>
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

function JumpForms({ partitionId, newest, onJump }: JumpToProps) {
  const t = useHistoryTexts();
  const utc = useUtc();
  const [number, setNumber] = useState('');
  const [moment, setMoment] = useState('');
  const [error, setError] = useState<{ of: 'number' | 'moment'; text: string }>();
  const [looks, setLooks] = useState(false);

  function toNumber(event: FormEvent) {
    event.preventDefault();
    const at = Number(number.replaceAll(/[\s.,'’]/g, ''));
    if (!Number.isInteger(at) || at < 1 || at > newest)
      setError({ of: 'number', text: t.needNumber(newest) });
    else onJump(at === newest ? undefined : at);
  }
  async function toMoment(event: FormEvent) {
    event.preventDefault();
    const asOf = momentOfInput(moment, utc);
    if (asOf === null) return setError({ of: 'moment', text: t.needMoment });
    setLooks(true);
    try {
      const at = await sequenceAt(partitionId, asOf);
      if (at === null) setError({ of: 'moment', text: t.nothingYet });
      else onJump(at >= newest ? undefined : at);
    } catch (failure) {
      setError({ of: 'moment', text: errorMessage(failure) });
    } finally {
      setLooks(false);
    }
  }

  return (
    <div className={classes.jump}>
      <form className={classes.field} onSubmit={toNumber} noValidate>
        <TextInput
          label={t.goToNumber}
          inputMode="numeric"
          autoFocus
          value={number}
          error={error?.of === 'number' ? error.text : undefined}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <Button type="submit">{t.go}</Button>
      </form>
      <form className={classes.field} onSubmit={(event) => void toMoment(event)} noValidate>
        <TextInput
          type="datetime-local"
          step={1}
          label={t.goToMoment}
          value={moment}
          error={error?.of === 'moment' ? error.text : undefined}
          onChange={({ currentTarget }) => setMoment(currentTarget.value)}
        />
        <Button type="submit" loading={looks}>
          {t.go}
        </Button>
      </form>
      <Button variant="default" onClick={() => onJump(undefined)}>
        {t.toNewest}
      </Button>
    </div>
  );
}
