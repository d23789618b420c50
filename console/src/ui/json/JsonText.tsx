import { Suspense, useMemo } from 'react';
import { Skeleton } from '@mantine/core';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import type { ErasedPath } from '@annals/rules/redacted-data';
import { useRedactionTexts } from './redaction.texts.ts';
import classes from './JsonText.module.css';
import { useJsonTexts } from './json.texts.ts';

const CodeMirrorJson = lazyNamed(() => import('./CodeMirrorJson.tsx'), 'CodeMirrorJson');

interface JsonTextProps {
  value: unknown;
  /** The paths of erased values, which get a remark; the text itself stays JSON. */
  erased?: readonly ErasedPath[] | null | undefined;
}

/** JSON as text, read-only. */
export function JsonText({ value, erased }: JsonTextProps) {
  const t = useJsonTexts();
  const words = useRedactionTexts();
  const remarks = useMemo(
    () => erased?.map(({ path, receipt }) => ({ pointer: path, text: words.erased(receipt) })),
    [erased, words],
  );
  const text = jsonText(value);
  return (
    <div className={classes.frame}>
      <Suspense fallback={<JsonLines count={text.split('\n').length} />}>
        <CodeMirrorJson text={text} label={t.json} remarks={remarks} />
      </Suspense>
    </div>
  );
}

/** A placeholder for a JSON text that is loading, about as high as the text. */
export function JsonLines({ count }: { count: number }) {
  return (
    <div className={classes.lines}>
      {Array.from({ length: Math.min(count, 24) }, (_, index) => (
        <Skeleton key={index} className={classes.line} />
      ))}
    </div>
  );
}
