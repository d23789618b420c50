import { maxReasonLength } from '@annals/contracts/object-version';

/** The reason in the body of a write. */
export const reasonInBody = (text: string): { reason?: string } => {
  const reason = text.trim();
  return reason === '' ? {} : { reason };
};

/** The reason of an undo: a partition that requires reasons requires one there too. */
export const undoReason = (text: string, undone: (reason: string) => string): { reason?: string } =>
  text.trim() === '' ? {} : { reason: undone(text.trim()).slice(0, maxReasonLength) };
