import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { makeDirectory } from '@annals/kit/make-directory';
import type { Tracing } from '@annals/kit/tracing';
import type { RenderedMail } from './render-mail.ts';

export interface MailOptions {
  /** smtp:// or smtps:// with credentials where needed; without one, mail is written to `directory` as .eml files. */
  smtpUrl?: string | undefined;
  directory: string;
  /** The sender; without one, no-reply@ the host of publicUrl. */
  from?: string | undefined;
}

/** A mail as it is sent. */
export interface OutgoingMail extends RenderedMail {
  /** The same at every attempt, so that a duplicate delivery can be recognized. */
  id: string;
  kind: string;
  to: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Where mail goes. */
export interface MailTransport {
  /**
   * Resolves when the mail was accepted; with the file name when it was written to a file.
   * @throws nodemailer's error, see delivery-failure.ts
   */
  send(mail: OutgoingMail): Promise<string | undefined>;
  close(): void;
}

const seconds = 1000;
/** Together well below the lease of a mail, so that no other server claims it while it is being sent. */
const maxSendMs = 45 * seconds;
const maxNamePartLength = 60;

export function mailTransport(
  { smtpUrl, directory, from }: MailOptions,
  publicUrl: string,
  productTitle: string,
): MailTransport {
  const { hostname } = new URL(publicUrl);
  const sender = from ?? { name: productTitle, address: `no-reply@${mailHost(hostname)}` };
  const messageOf = (mail: OutgoingMail) => messageFrom(mail, sender, mailHost(hostname));
  return smtpUrl === undefined ? toFiles(directory, messageOf) : toSmtp(smtpUrl, messageOf);
}

/** Records each attempt to send a mail as a span, which only names the mail server. */
export function tracedTransport(
  transport: MailTransport,
  tracing: Tracing,
  { smtpUrl }: Pick<MailOptions, 'smtpUrl'>,
): MailTransport {
  const attributes = smtpUrl === undefined ? {} : { 'server.address': new URL(smtpUrl).hostname };
  const name = smtpUrl === undefined ? 'write mail' : 'send mail';
  return {
    send: (mail) => tracing.span({ name, kind: 'client', attributes }, () => transport.send(mail)),
    close: () => transport.close(),
  };
}

type MessageOf = (mail: OutgoingMail) => SendMailOptions;

/** Loaded with the first mail, because a start does not need it. */
const loadMailer = () => import('nodemailer');

function toSmtp(url: string, messageOf: MessageOf): MailTransport {
  const options = {
    url,
    pool: true,
    maxConnections: 4,
    maxRequeues: 1,
    idleTimeout: 10 * seconds,
    dnsTimeout: 5 * seconds,
    connectionTimeout: 8 * seconds,
    greetingTimeout: 8 * seconds,
    socketTimeout: 15 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  let made: ReturnType<typeof make> | undefined;
  const make = async () => (await loadMailer()).createTransport(options);
  return {
    async send(mail) {
      made ??= make();
      const transport = await made;
      if (needsSmtpUtf8(mail.to)) await requireSmtpUtf8(optionsOf(transport));
      await transport.sendMail({ ...messageOf(mail), signal: AbortSignal.timeout(maxSendMs) });
      return undefined;
    },
    close: () => void made?.then((transport) => transport.close()),
  };
}

/** What the transport has read from the address of the server. */
const optionsOf = ({ transporter }: { transporter: object }): SMTPConnectionOptions =>
  (transporter as { options: SMTPConnectionOptions }).options;

/** RFC 6531; a domain has a form in ASCII, the part before it has none. */
const needsSmtpUtf8 = (address: string): boolean => /[^\0-\x7f].*@/.test(address);

/**
 * Asks the server first: without the extension nodemailer would send the letters as they are, and each server makes
 * something else of them.
 * @throws SmtpUtf8Missing
 */
async function requireSmtpUtf8(options: SMTPConnectionOptions): Promise<void> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SMTPConnection(options);
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    const { _supportedExtensions: extensions } = connection as unknown as {
      _supportedExtensions: readonly string[];
    };
    if (!extensions.includes('SMTPUTF8'))
      throw new SmtpUtf8Missing('The mail server lacks SMTPUTF8.');
  } finally {
    connection.quit();
  }
}

function toFiles(directory: string, messageOf: MessageOf): MailTransport {
  const options = {
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  return {
    async send(mail) {
      const transport = (await loadMailer()).createTransport(options);
      const { message } = await transport.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not made in memory.');
      const name = fileNameOf(mail);
      await makeDirectory(directory, 0o700);
      // Readers of the directory only find complete mails.
      const unfinished = path.join(directory, `.${name}.part`);
      await writeFile(unfinished, message, { mode: 0o600, flag: 'wx' });
      await rename(unfinished, path.join(directory, name));
      return name;
    },
    close: () => undefined,
  };
}

function messageFrom(
  { id, to, at, subject, text, html }: OutgoingMail,
  from: NonNullable<SendMailOptions['from']>,
  host: string,
): SendMailOptions {
  requireSingleAddress(to);
  return {
    from,
    // As an object: an address in a text is parsed, and might turn out to be several.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(at),
    messageId: `<${id}@${host}>`,
    headers: {
      // RFC 3834, section 5: prevents automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** @throws UnusableAddress for a text that a mail server could read as none or as several */
function requireSingleAddress(address: string): void {
  if (!/^[^\s<>()[\]\\,;:"@\p{Cc}]+@[^\s<>()\\,;"@\p{Cc}]+$/u.test(address))
    throw new UnusableAddress('This is not an address that mail can go to.');
}

/** Retrying is useless. */
export class UnusableAddress extends Error {
  override readonly name = 'UnusableAddress';
}

/** The mail server cannot deliver to an address that is not in ASCII before the @ (RFC 6531). */
export class SmtpUtf8Missing extends UnusableAddress {}

/** RFC 5321, section 4.1.3: an IP address is in brackets. */
function mailHost(hostname: string): string {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  if (version === 0) return hostname;
  return version === 4 ? `[${bare}]` : `[IPv6:${bare}]`;
}

function fileNameOf({ at, kind, to }: OutgoingMail): string {
  const time = new Date(at).toISOString().replace(/[:.]/g, '-');
  const recipient = to
    .toLowerCase()
    .replace('@', '-at-')
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, maxNamePartLength);
  const word = kind.toLowerCase().replaceAll('_', '-');
  return `${time}-${word}-${recipient}-${randomBytes(3).toString('hex')}.eml`;
}
