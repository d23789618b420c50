import { IconAlertTriangle } from '@tabler/icons-react';
import type { User } from '../../platform/api/things.ts';
import { texts } from '../../platform/texts.ts';
import classes from './LookAlike.module.css';

export const useLookAlikeTexts = texts({
  en: { looksLike: (username: string) => `Looks like ${username}` },
  de: { looksLike: (username: string) => `Sieht aus wie ${username}` },
});

/** Marks a user whose user name is easily taken for that of another one. */
export function LookAlike({ user: { looksLike } }: { user: User }) {
  const t = useLookAlikeTexts();
  if (looksLike?.username === undefined) return null;
  return (
    <span className={classes.mark}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t.looksLike(looksLike.username)}
    </span>
  );
}
