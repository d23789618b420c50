import { say, type ServiceMessage } from '@annals/contracts/messages';
import { SmtpUtf8Missing, UnusableAddress } from './mail-transport.ts';

/** The result of a failed attempt. */
export interface DeliveryFailure {
  /** Retrying is useless: the server refuses this recipient or this mail permanently. */
  permanent: boolean;
  /** The mail was certainly not delivered, so its link can be deleted. */
  undelivered: boolean;
  /** For users. It may name the recipient. */
  reason: ServiceMessage;
  /** For the log: contains no personal data. */
  code: string | undefined;
  responseCode: number | undefined;
  command: string | undefined;
}

const maxReasonLength = 500;
/** Errors about the mail or its recipient, not about our account at the server. */
const aboutTheMail = new Set(['RCPT TO', 'DATA']);
const beforeTheMail = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG', 'EPROXY']);

/** Interprets an error of nodemailer or the file system. */
export function deliveryFailureOf(error: unknown): DeliveryFailure {
  const code = textOf(error, 'code');
  const command = textOf(error, 'command');
  const answered = numberOf(error, 'responseCode');
  const unusable = error instanceof UnusableAddress;
  const refused =
    answered !== undefined &&
    answered >= 500 &&
    // 503 means that the session was in the wrong state (RFC 5321, section 4.2.3), not that the mail is refused.
    answered !== 503 &&
    command !== undefined &&
    aboutTheMail.has(command);
  return {
    permanent: unusable || refused,
    undelivered:
      unusable ||
      answered !== undefined ||
      (code !== undefined && beforeTheMail.has(code)) ||
      neverConnected(error),
    reason: reasonOf(error, answered),
    code,
    responseCode: answered,
    command,
  };
}

function reasonOf(error: unknown, answered: number | undefined): ServiceMessage {
  if (error instanceof SmtpUtf8Missing) return say('mailServerLacksUtf8');
  const response = textOf(error, 'response');
  if (answered !== undefined && response !== undefined)
    return say('mailServerSaid', { said: shortened(response) });
  return error instanceof Error
    ? say('foreign', { text: shortened(error.message) })
    : say('mailServerRefused');
}

const shortened = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength);

function neverConnected(error: unknown): boolean {
  return textOf(error, 'syscall') === 'connect';
}

function textOf(error: unknown, name: string): string | undefined {
  const value = propertyOf(error, name);
  return typeof value === 'string' ? value : undefined;
}

function numberOf(error: unknown, name: string): number | undefined {
  const value = propertyOf(error, name);
  return typeof value === 'number' ? value : undefined;
}

function propertyOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? (error as Record<string, unknown>)[name]
    : undefined;
}
