import { flushSync } from 'react-dom';
import { createStore, useStore } from './api/store.ts';

/** Whether the page is being put on paper, which has no scroll bar, no pointer and no second look. */
const printing = createStore(false);

// Not matchMedia('print'): Firefox prints a copy of the document, made right after this event.
const listen = (event: 'beforeprint' | 'afterprint', isPrinting: boolean) =>
  window.addEventListener(event, () => flushSync(() => printing.set(isPrinting)));
listen('beforeprint', true);
listen('afterprint', false);

export const isPrinting = (): boolean => printing.get();

export const onPrinting = printing.subscribe;

/** For what the screen cuts, folds or leaves out because one can open it there. */
export const useIsPrinting = (): boolean => useStore(printing);
