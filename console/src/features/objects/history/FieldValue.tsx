import { DiffValue } from '../../../shared/diff/DiffValue.tsx';
import { jsonText } from '../../../shared/json-values/json-values.ts';
import classes from './Fields.module.css';

/** Longer than this, or of more lines, a value is folded. */
const foldedLength = 240;
const foldedLines = 6;
const summaryLength = 120;

/** A value of a field; a long one shows its beginning and unfolds. */
export function FieldValue({ value }: { value: unknown }) {
  const text = typeof value === 'string' ? value : jsonText(value);
  if (text.length <= foldedLength && text.split('\n').length <= foldedLines)
    return <DiffValue value={value} />;
  return (
    <details className={classes.folded}>
      <summary>{text.replaceAll(/\s+/g, ' ').slice(0, summaryLength)}…</summary>
      <DiffValue value={value} />
    </details>
  );
}
