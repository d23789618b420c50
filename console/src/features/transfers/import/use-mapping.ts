import { useEffect, useMemo, useState } from 'react';
import { finishInSlices } from '@annals/rules/work-in-steps';
import { sliceMs, yieldToEventLoop } from '../../../platform/long-work/yield-to-event-loop.ts';
import { findingMapping, type Mapping, type MappingContext, mappingOf } from './mapping.ts';
import type { Sheet } from './sheet.ts';

/** So many cells are looked at within a frame or two. */
const cellsAtOnce = 50_000;

/**
 * How the sheet is imported. All cells decide it, so it is undefined until those of a large file have been looked at, and
 * the page can be used meanwhile. Until what has become known of the type is taken into account, it stays as it was.
 */
export function useMapping(
  sheet: Sheet,
  fileName: string,
  known: MappingContext,
): Mapping | undefined {
  const isSmall = sheet.rows.length * sheet.header.length <= cellsAtOnce;
  const [found, setFound] = useState<{ rows: Sheet['rows']; known: MappingContext }>();
  const { rows } = sheet;
  useEffect(() => {
    if (isSmall) return undefined;
    const work = new AbortController();
    const { signal } = work;
    const pause = async () => {
      await yieldToEventLoop();
      signal.throwIfAborted();
    };
    finishInSlices(findingMapping(sheet, fileName, known), sliceMs, pause)
      .then(() => setFound({ rows: sheet.rows, known }))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return () => work.abort();
  }, [isSmall, sheet, fileName, known]);
  const usable = isSmall ? known : found?.rows === rows ? found.known : undefined;
  return useMemo(() => usable && mappingOf(sheet, fileName, usable), [usable, sheet, fileName]);
}
