import { useFeedbackTexts } from './feedback.texts.ts';
import { showFailure, showToast } from './toasts.ts';

/** Says that a reversible act is done, with a way to take it back. */
export function showUndo(message: string, undo: () => Promise<unknown>): void {
  const t = useFeedbackTexts.now();
  showToast({
    message,
    action: {
      label: t.undo,
      run: () => {
        undo().then(
          () => showToast({ message: t.undone }),
          (error: unknown) => showFailure(t.notUndone, error),
        );
      },
    },
  });
}
