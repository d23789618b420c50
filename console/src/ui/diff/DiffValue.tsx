import classes from './FieldsDiff.module.css';
import type { TextPart } from './diff-words.ts';
import {
  isArray,
  isObject,
  textWithRemarks,
  RedactedValue,
} from '../../platform/json-values/json-values.ts';
import { useRedactionTexts } from '../json/redaction.texts.ts';
import { RedactedMark } from '../json/RedactedMark.tsx';

/** One side of a change; `parts` marks the words that differ in a text. */
export function DiffValue({
  value,
  parts,
}: {
  value: unknown;
  parts?: readonly TextPart[] | undefined;
}) {
  const { erased } = useRedactionTexts();
  if (value instanceof RedactedValue) return <RedactedMark receipt={value.receipt} />;
  if (parts)
    return (
      <span className={classes.text}>
        {parts.map((part) =>
          part.kind === 'same' ? (
            part.text
          ) : (
            <mark key={part.start} className={classes.mark}>
              {part.text}
            </mark>
          ),
        )}
      </span>
    );
  if (typeof value === 'string')
    return <span className={classes.text}>{value === '' ? <code>""</code> : value}</span>;
  if (isObject(value) && Object.values(value).every(isPlain) && Object.keys(value).length > 0)
    return (
      <dl className={classes.object}>
        {Object.entries(value).map(([name, inner]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <DiffValue value={inner} />
            </dd>
          </div>
        ))}
      </dl>
    );
  if (isObject(value) || isArray(value))
    return <pre className={classes.json}>{textWithRemarks(value, erased)}</pre>;
  return <code className={classes.literal}>{String(value)}</code>;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof RedactedValue;
}
