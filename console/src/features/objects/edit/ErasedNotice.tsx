import { IconLock } from '@tabler/icons-react';
import { pathText } from '../../../ui/json/path-text.ts';
import type { ErasedPath } from '@annals/rules/redacted-data';
import classes from './ObjectForm.module.css';

/** The maximum number of listed values. */
const maxNamed = 6;

interface ErasedNoticeProps {
  /** The data of the version, with null for erased values. */
  data: unknown;
  erased: readonly ErasedPath[];
  /** The text about what happens to them. */
  says: (count: number, names: string) => string;
}

/** Lists the erased values of a version, and what happens to them in the next one. */
export function ErasedNotice({ data, erased, says }: ErasedNoticeProps) {
  const names = erased.slice(0, maxNamed).map(({ path }) => pathText(path, data));
  if (names.length < erased.length) names.push('…');
  return (
    <p className={classes.erased}>
      <IconLock size={16} aria-hidden />
      <span>{says(erased.length, names.join(', '))}</span>
    </p>
  );
}
