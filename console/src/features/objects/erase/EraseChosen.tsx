import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { RedactedValue } from '../../../platform/json-values/json-values.ts';
import { useEraseTexts } from './erase.texts.ts';

const EraseValues = lazyNamed(() => import('./EraseValues.tsx'), 'EraseValues');

interface EraseChosenProps {
  partitionId: string;
  version: ObjectVersion;
  /** The selected value of the tree. */
  chosen: { pointer: string; value: unknown } | undefined;
}

/** Erases the selected value of the tree. */
export function EraseChosen({ partitionId, version, chosen }: EraseChosenProps) {
  const t = useEraseTexts();
  const [path, setPath] = useState<string>();
  const off =
    chosen === undefined || chosen.value === undefined || chosen.value instanceof RedactedValue;
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        disabled={off}
        onClick={() => setPath(chosen?.pointer)}
      >
        {t.eraseOne}
      </Button>
      {path !== undefined && (
        <Suspense>
          <EraseValues
            partitionId={partitionId}
            version={version}
            path={path}
            onClose={() => setPath(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
