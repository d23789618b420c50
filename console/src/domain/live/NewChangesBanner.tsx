import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './Live.module.css';
import { useLiveTexts } from './live.texts.ts';

/** Minimum interval between screen reader announcements, in milliseconds. */
const spokenEvery = 10_000;

/**
 * "12 new": the changes that arrived while reading further down, with a button to show them. Hidden while there are
 * none.
 */
export function NewChangesBanner({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useLiveTexts();
  if (count <= 0) return null;
  return (
    <div className={classes.pillPlace}>
      <Button
        size="xs"
        radius="xl"
        className={classes.pill}
        leftSection={<IconArrowUp size={14} aria-hidden />}
        onClick={onShow}
      >
        {t.newChanges(count)}
      </Button>
    </div>
  );
}

/** Announces the number of new changes to screen readers periodically, never row by row. */
export function NewChangesAnnouncement({ total }: { total: number }) {
  const t = useLiveTexts();
  const [spoken, setSpoken] = useState({ total: 0, count: 0 });
  const last = useRef(0);
  useEffect(() => {
    if (total <= spoken.total) return undefined;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        setSpoken({ total, count: total - spoken.total });
      },
      Math.max(0, last.current + spokenEvery - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [total, spoken.total]);
  return (
    <output className={classes.spoken}>{spoken.count > 0 ? t.arrived(spoken.count) : ''}</output>
  );
}
