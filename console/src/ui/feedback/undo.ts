import { useFeedbackTexts } from './feedback.texts.ts';
import { showFailure, showToast } from './toasts.ts';

/** Reports a completed reversible action, with an Undo. */
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
