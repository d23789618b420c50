import type { FastifyBaseLogger } from 'fastify';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** The name of a call or a statement, never containing a value. */
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes?: Attributes;
  /** The header `traceparent` of the request that caused the work; omitted: the work belongs to the current span. */
  parent?: string | string[] | undefined;
}

/** Adds attributes to a span while its work runs. */
export type Note = (attributes: Attributes) => void;

/**
 * Records which work a process did, for how long and because of what (OpenTelemetry). If tracing is off there is none,
 * and everything that could record is created without it: nothing is decided per request.
 */
export interface Tracing {
  /** Runs work as a span, with the spans of the work that it causes below it. An error is recorded and rethrown. */
  span<T>(start: SpanStart, work: (note: Note) => Promise<T>): Promise<T>;
  /** The header `traceparent` for calls that the current work makes. */
  traceparent(): string | undefined;
}

/** A log whose lines contain the trace of the current work: for lines of a request that are written after it. */
export const ofTrace = (log: FastifyBaseLogger, tracing: Tracing): FastifyBaseLogger =>
  log.child({ traceparent: tracing.traceparent() });
