import { useRef, useState } from 'react';
import { registerUnsaved } from '../../platform/unsaved.ts';
import { useBulkTexts } from './bulk.texts.ts';
import { type BulkResult, oneByOne, resultOfError } from './bulk-result.ts';

export interface BulkWork<Item> {
  /** The title of the dialog, such as "Disable 3 users". */
  title: string;
  items: readonly Item[];
  /** The number of items per call. */
  size: number;
  name: (item: Item) => string;
  /** Returns one result per item, in the same order. */
  act: (items: readonly Item[], signal: AbortSignal) => Promise<readonly BulkResult[]>;
  /** Undoes it for one item; undefined if that is not possible. */
  undo?: (item: Item) => (() => Promise<unknown>) | undefined;
}

export interface BulkRun {
  title: string;
  total: number;
  /** The results so far. */
  results: readonly (BulkResult & { name: string })[];
  running: boolean;
  /** Undoes the completed items one by one, where possible. */
  undo?: () => void;
}

export interface Bulk<Item> {
  /** Undefined before the first start and after a close. */
  run: BulkRun | undefined;
  start: (work: BulkWork<Item>) => void;
  /** Finishes the current call and skips the remaining ones. */
  cancel: () => void;
  close: () => void;
}

/** One action on many items, call by call, with a result for each. It continues when the page is left. */
export function useBulk<Item>(): Bulk<Item> {
  const t = useBulkTexts();
  const [run, setRun] = useState<BulkRun>();
  const control = useRef<AbortController>(undefined);

  async function work<Each>({ title, items, size, name, act, undo }: BulkWork<Each>) {
    const { signal } = (control.current = new AbortController());
    const results: (BulkResult & { name: string })[] = [];
    const reversals: { name: string; reverse: () => Promise<unknown> }[] = [];
    const show = (running: boolean) =>
      setRun({
        title,
        total: items.length,
        results: [...results],
        running,
        ...(!running &&
          reversals.length > 0 && {
            undo: () =>
              void work({
                title: t.undoOf(title),
                items: reversals,
                size: 1,
                name: (each) => each.name,
                act: oneByOne(({ reverse }) => reverse()),
              }),
          }),
      });
    show(true);
    const unregister = registerUnsaved({ isUnsaved: () => true, discard: () => unregister() });
    let stopped = false;
    for (let from = 0; from < items.length; from += size) {
      const chunk = items.slice(from, from + size);
      let answers: readonly BulkResult[] = [];
      stopped ||= signal.aborted;
      if (!stopped) {
        try {
          answers = await act(chunk, signal);
        } catch (error) {
          const answer = resultOfError(error);
          answers = chunk.map(() => answer);
        }
        // If this call got no response, the next one is unlikely to get one.
        stopped = answers.some(({ outcome }) => outcome === 'UNKNOWN');
      }
      const missing: BulkResult = { outcome: stopped || signal.aborted ? 'NOT_TRIED' : 'UNKNOWN' };
      for (const [index, item] of chunk.entries()) {
        const answer = answers[index] ?? missing;
        results.push({ ...answer, name: name(item) });
        const reverse = answer.outcome === 'DONE' ? undo?.(item) : undefined;
        if (reverse) reversals.push({ name: name(item), reverse });
      }
      show(true);
    }
    unregister();
    show(false);
  }

  return {
    run,
    start: (input) => void work(input),
    cancel: () => control.current?.abort(),
    close: () => setRun(undefined),
  };
}
