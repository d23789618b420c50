import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An SMTP server on loopback that stores what it receives. */
export class MailServer {
  readonly mails: { to: string[]; mail: Email }[] = [];
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            this.mails.push({ to, mail });
            done();
          });
        });
      },
      ...options,
    });
    // Clients that disconnect halfway do not matter.
    this.#server.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => {
      server.#server.listen(port, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The server's reply to a refused command. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
