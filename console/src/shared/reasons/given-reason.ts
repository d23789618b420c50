/** As a write has it. */
export const givenReason = (text: string): { reason?: string } => {
  const reason = text.trim();
  return reason === '' ? {} : { reason };
};
