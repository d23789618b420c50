import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { isPublicAddress } from '@annals/kit/outgoing/public-address';
import { plainAddress } from '@annals/kit/request-clients';

/** Anybody in the intranet can send the header; they do not fill the log with it. */
const maxWarnings = 10;

/**
 * Notices a reverse proxy that TRUST_PROXY does not name: all users then count as one address, which makes limits per
 * address useless and the addresses in the audit log wrong.
 */
export class UntrustedProxy {
  readonly #warned = new Set<string>();
  #address: string | undefined;

  /** The address of the last one that was noticed. */
  get address(): string | undefined {
    return this.#address;
  }

  /** Logs a warning for the first request of each address. */
  watch(app: FastifyInstance, log: FastifyBaseLogger): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const peer = plainAddress(request.socket.remoteAddress ?? '');
      // A public peer may be anybody, who can send any header.
      const isProxy =
        request.headers['x-forwarded-for'] !== undefined &&
        peer !== '' &&
        plainAddress(request.ip) === peer &&
        !isPublicAddress(peer);
      if (isProxy && !this.#warned.has(peer) && this.#warned.size < maxWarnings) {
        this.#warned.add(peer);
        this.#address = peer;
        log.warn(
          `Requests arrive through a reverse proxy at ${peer} that TRUST_PROXY does not name, so all users count as one address. Set TRUST_PROXY to the address of the proxy.`,
        );
      }
      done();
    });
  }
}
