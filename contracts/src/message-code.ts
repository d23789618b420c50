import type { PlainCode } from './messages.ts';

/**
 * The code of a message, as the message of a Zod schema: services say it (say-issue.ts). Pages that use the schema load no texts.
 */
export const messageCode = (code: PlainCode): string => code;
