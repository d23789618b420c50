import classes from './marks.module.css';
import { useVersionTexts } from './version.texts.ts';

export function TypeMark({ type }: { type: string | undefined }) {
  return type === undefined ? null : <span className={classes.type}>{type}</span>;
}

export function EndedMark() {
  const t = useVersionTexts();
  return <span className={classes.ended}>{t.ended}</span>;
}
