import { Button } from '@mantine/core';
import { IconChevronDown, IconClock, IconHistory } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { PopoverPanel } from '../../ui/popover/PopoverPanel.tsx';
import { usePopover } from '../../ui/popover/usePopover.ts';
import { useDateLocale } from '../../platform/texts.ts';
import { absoluteMoment, exactMomentText } from '../../platform/time/format-moment.ts';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { useUtc } from '../../platform/time/utc.ts';
import {
  inputOfMoment,
  timestampOfChoice,
  timestampOfInput,
  quickChoices,
  readAsOf,
  type AsOf,
} from '../../platform/time/moments.ts';
import classes from './TimeTravelBar.module.css';
import { useTimeTravelTexts } from './time-travel.texts.ts';

interface MomentChooserProps {
  moment: AsOf;
  onChoose: (asOf: string | undefined) => void;
}

/** "Now ▾": shows the moment, and lets the user choose another one. */
export function MomentChooser({ moment, onChoose }: MomentChooserProps) {
  const t = useTimeTravelTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const popover = usePopover('start');
  const isPast = moment.kind === 'past';
  const shown = isPast ? absoluteMoment(moment.asOf, locale, utc) : t.now;
  const choose = (asOf: string | undefined) => {
    popover.close();
    onChoose(asOf);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className={isPast ? classes.chooserPast : undefined}
        aria-label={isPast ? t.shownMoment(shown) : t.shownMoment(t.now)}
        title={t.chooseMoment}
        data-shortcut="t"
        leftSection={
          isPast ? <IconHistory size={16} aria-hidden /> : <IconClock size={16} aria-hidden />
        }
        rightSection={<IconChevronDown size={14} aria-hidden />}
        {...popover.buttonProps}
      >
        {shown}
      </Button>
      <PopoverPanel popover={popover.panel} label={t.chooseMoment}>
        <MomentForm
          start={isPast ? moment.asOf : undefined}
          isPast={moment.kind !== 'now'}
          onChoose={choose}
        />
      </PopoverPanel>
    </>
  );
}

function isFuture(asOf: string): boolean {
  return readAsOf(asOf, Date.now()).kind === 'future';
}

/** Whether it is what the day of today alone stands for. */
const isEndOfToday = (moment: string, utc: boolean): boolean =>
  inputOfMoment(moment, utc) ===
  `${inputOfMoment(new Date().toISOString(), utc).slice(0, 10)}T23:59:59`;

interface MomentFormProps {
  start: string | undefined;
  isPast: boolean;
  onChoose: (asOf: string | undefined) => void;
}

function MomentForm({ start, isPast, onChoose }: MomentFormProps) {
  const t = useTimeTravelTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const [openedAt] = useState(() => new Date());
  const [meant, setMeant] = useState<string | null>(
    () => start ?? timestampOfInput(inputOfMoment(openedAt.toISOString(), utc), utc),
  );
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!meant) setError(t.needMoment);
    // The end of today has not come: what is meant is what is known of today.
    else if (isEndOfToday(meant, utc)) onChoose(undefined);
    else if (isFuture(meant)) setError(t.notYet);
    else onChoose(meant);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.quick} aria-label={t.quick}>
        {quickChoices.map((choice) => (
          <Button
            key={choice}
            size="compact-sm"
            variant="default"
            onClick={() => onChoose(timestampOfChoice(choice, openedAt, utc))}
          >
            {t[choice]}
          </Button>
        ))}
      </fieldset>
      <MomentInput
        autoFocus
        descriptionNamesZone
        day="end"
        // Typing replaces the moment.
        onFocus={({ currentTarget }) => currentTarget.select()}
        label={t.at}
        description={`${utc ? t.utcZone : t.localZone}. ${t.dayMeansEnd}`}
        max={openedAt.toISOString()}
        value={meant}
        error={error}
        onChange={(moment) => {
          setMeant(moment);
          setError(undefined);
        }}
      />
      <output className={classes.meant}>{!meant ? '' : exactMomentText(meant, locale, utc)}</output>
      <div className={classes.formActions}>
        {isPast && (
          <Button size="xs" variant="default" onClick={() => onChoose(undefined)}>
            {t.backToNow}
          </Button>
        )}
        <Button size="xs" type="submit">
          {t.show}
        </Button>
      </div>
    </form>
  );
}
