import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { jsonText } from '../diff/json-values.ts';
import classes from './JsonText.module.css';
import { useJsonTexts } from './json.texts.ts';

const CodeMirrorJson = lazy(async () => ({
  default: (await import('./CodeMirrorJson.tsx')).CodeMirrorJson,
}));

/** JSON as text, read-only. */
export function JsonText({ value }: { value: unknown }) {
  const t = useJsonTexts();
  const text = jsonText(value);
  return (
    <div className={classes.frame}>
      <Suspense fallback={<JsonLines count={text.split('\n').length} />}>
        <CodeMirrorJson text={text} label={t.json} />
      </Suspense>
    </div>
  );
}

/** The place of a JSON text that is still loading, about as high as the text will be. */
export function JsonLines({ count }: { count: number }) {
  return (
    <div className={classes.lines}>
      {Array.from({ length: Math.min(count, 24) }, (_, index) => (
        <Skeleton key={index} className={classes.line} />
      ))}
    </div>
  );
}
