import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

export interface PlaceRules {
  /** So many requests are worked on at a time. */
  running: number;
  /** So many more wait for one of them to end. */
  waiting: number;
  longestWaitMs: number;
  /** What is said to whoever finds no place. */
  refusal: Problem;
}

/** Told of by the log now and then only. */
export const overloaded = new Problem(
  503,
  'overloaded',
  'Too much is asked of the service at this moment. Try again shortly.',
  { retryAfter: 1 },
);

export const tooManySignIns = new Problem(
  429,
  'busy',
  'Too many people sign in at this moment. Try again in a few seconds.',
  { retryAfter: 2 },
);

/** Far more than the connections to the database, so that appends still commit in groups. */
const usualRules: PlaceRules = {
  running: 64,
  waiting: 256,
  longestWaitMs: 1_000,
  refusal: overloaded,
};
/** Few, since each takes a processor for long; more of them wait, and for longer, than would be good for a page. */
const signInRules: PlaceRules = {
  running: 8,
  waiting: 64,
  longestWaitMs: 3_000,
  refusal: tooManySignIns,
};

/** Cheap, and whoever is refused one has to sign in again: many may wait, and for long. */
const renewalRules: PlaceRules = {
  running: 16,
  waiting: 1024,
  longestWaitMs: 5_000,
  refusal: overloaded,
};

/** What a request has of the places of its server. */
export interface Place {
  /** Makes room for the next one, or gives up waiting; a second time it does nothing. */
  leave(): void;
}

/** Called once: when there is a place, or when there is none in time. */
type Enter = (isThere: boolean) => void;

/**
 * The places of a server. What comes when all are taken waits for a short while, in the order it came, and what is too
 * much is refused at once: so what is accepted is answered in bounded time, however much is asked.
 */
export class Places {
  readonly #rules: PlaceRules;
  readonly #queue = new Set<() => void>();
  #running = 0;

  constructor(rules: PlaceRules) {
    this.#rules = rules;
  }

  get refusal(): Problem {
    return this.#rules.refusal;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether whoever asks now is refused. */
  get full(): boolean {
    return this.#running >= this.#rules.running && this.#queue.size >= this.#rules.waiting;
  }

  /** Nothing is taken before `enter` of the answer is called, and that may be at once. */
  ask(): Place & { enter(whenThere: Enter): void } {
    let leave: () => void = () => undefined;
    return {
      leave: () => {
        const once = leave;
        leave = () => undefined;
        once();
      },
      enter: (whenThere) => {
        const takePlace = () => {
          leave = () => this.#free();
          whenThere(true);
        };
        if (this.#running < this.#rules.running) {
          this.#running += 1;
          takePlace();
        } else if (this.#queue.size < this.#rules.waiting)
          leave = this.#wait(takePlace, () => whenThere(false));
        else whenThere(false);
      },
    };
  }

  /** @returns gives up waiting */
  #wait(takePlace: () => void, giveUp: () => void): () => void {
    const next = () => {
      clearTimeout(timer);
      takePlace();
    };
    const timer = setTimeout(() => {
      this.#queue.delete(next);
      giveUp();
    }, this.#rules.longestWaitMs);
    this.#queue.add(next);
    return () => {
      clearTimeout(timer);
      this.#queue.delete(next);
    };
  }

  #free(): void {
    const [next] = this.#queue;
    // the place goes over to the next one without becoming free in between
    if (next === undefined) this.#running -= 1;
    else {
      this.#queue.delete(next);
      next();
    }
  }
}

/** Calls that must not keep others waiting, nor be kept waiting by them, are apart. */
export type CallKind = 'usual' | 'signIn' | 'renewal';

/** Of one server, for each kind of call. */
export type ServerPlaces = Readonly<Record<CallKind, Places>>;

export const placesOfService = (): ServerPlaces => ({
  usual: new Places(usualRules),
  signIn: new Places(signInRules),
  renewal: new Places(renewalRules),
});

const belowAuth = /^\/v1\/auth(?![^/?])/;

/** A sign-in begins a session with a secret of somebody's, or is to; a renewal goes on with one. */
export function kindOfCall(method: string, target: string): CallKind {
  if (method !== 'POST' || !belowAuth.test(target)) return 'usual';
  return target === '/v1/auth?type=REFRESH_TOKEN' ? 'renewal' : 'signIn';
}

const placeOf = new WeakMap<FastifyRequest, Place>();

/** To be called by a request that begins to wait for something that costs nothing meanwhile, as a long poll does. */
export function leavePlace(request: FastifyRequest): void {
  placeOf.get(request)?.leave();
}

/** They tell how the server is, which is asked when it is overloaded above all. */
const spared: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Each request takes a place once it is read, so that one which comes slowly keeps none, and leaves it when its answer is
 * made. Before, it is only looked whether there is any prospect of one.
 */
export function limitRequests(app: FastifyInstance, ofKind: ServerPlaces): void {
  const refuse = tellOfRefusals(app.log);
  const placesOf = ({ method, url }: FastifyRequest) => ofKind[kindOfCall(method, url)];
  app.addHook('onRequest', (request, _reply, done) => {
    const places = placesOf(request);
    done(places.full && !isSpared(request) ? refuse(places) : undefined);
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (isSpared(request)) return done();
    const places = placesOf(request);
    const place = places.ask();
    placeOf.set(request, place);
    const gone = () => place.leave();
    // Only while it waits: what is begun costs as much when its client is gone.
    reply.raw.once('close', gone);
    place.enter((isThere) => {
      reply.raw.off('close', gone);
      done(isThere ? undefined : refuse(places));
    });
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leavePlace(request);
    done(null, payload);
  });
}

const isSpared = (request: FastifyRequest) => spared.has(request.routeOptions.url);

const tellEveryMs = 10_000;

/** The problem to refuse with. A line of the log for each would be more work than the refusal. */
function tellOfRefusals(log: FastifyBaseLogger): (places: Places) => Problem {
  let refused = 0;
  let told = Number.NEGATIVE_INFINITY;
  return ({ refusal }) => {
    refused += 1;
    const now = performance.now();
    if (now - told >= tellEveryMs) {
      log.warn({ refused }, 'More is asked than can be answered; requests are refused.');
      told = now;
      refused = 0;
    }
    return refusal;
  };
}
