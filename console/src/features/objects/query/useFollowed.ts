import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../../platform/after-paint.ts';

interface Typed {
  text: string;
  caret: number;
  isWanted: boolean;
}

/**
 * What the suggestions are for: a key press is painted before they follow it, which takes slow machines longer than a
 * frame.
 */
export function useFollowed({ text, caret, isWanted }: Typed) {
  const [followed, setFollowed] = useState<Typed>({ text, caret, isWanted });
  const isBehind =
    followed.text !== text || followed.caret !== caret || followed.isWanted !== isWanted;
  useEffect(
    () =>
      isBehind
        ? afterPaint(() => startTransition(() => setFollowed({ text, caret, isWanted })))
        : undefined,
    [isBehind, text, caret, isWanted],
  );
  return {
    followed,
    /** Before the next key press is handled. */
    catchUp: () => {
      if (isBehind) flushSync(() => setFollowed({ text, caret, isWanted }));
    },
  };
}
