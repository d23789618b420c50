import type { FastifyBaseLogger } from 'fastify';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  /** Of a call or a statement, never with a value of one. */
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes?: Attributes;
  /** The header `traceparent` of who asked for the work; left out, the work belongs to what goes on around it. */
  parent?: string | string[] | undefined;
}

/** Says more of a span while its work goes on. */
export type Note = (attributes: Attributes) => void;

/**
 * Records which work a process did, for how long and because of what (OpenTelemetry). Where it is not asked for there is
 * none, and whoever could record is made without it: nothing is decided for each request.
 */
export interface Tracing {
  /** Runs work as a span, with the spans of the work that it causes below it. An error is noted and thrown. */
  span<T>(start: SpanStart, work: (note: Note) => Promise<T>): Promise<T>;
  /** The header `traceparent` for calls that the current work makes. */
  traceparent(): string | undefined;
}

/** A log whose lines name the trace of the current work: those of a request, which are partly written after it. */
export const ofTrace = (log: FastifyBaseLogger, tracing: Tracing): FastifyBaseLogger =>
  log.child({ traceparent: tracing.traceparent() });
