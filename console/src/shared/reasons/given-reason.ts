import { longestReason } from '@annals/contracts/object-version';

/** As a write has it. */
export const givenReason = (text: string): { reason?: string } => {
  const reason = text.trim();
  return reason === '' ? {} : { reason };
};

/** That of the write which takes it back: a partition that asks for reasons asks for one there too. */
export const undoReason = (text: string, undone: (reason: string) => string): { reason?: string } =>
  text.trim() === '' ? {} : { reason: undone(text.trim()).slice(0, longestReason) };
