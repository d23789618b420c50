import * as z from 'zod/mini';
import { endpoint, type Endpoint, type Method } from '@annals/contracts/endpoint';
import { sendAsWritten, newIdempotencyKey } from '../../platform/api/call.ts';
import { CallError } from '../../platform/api/errors.ts';
import { type Input, urlOf } from '../../platform/api/request.ts';
import type { WrittenCall } from '../../ui/copy-as/code-of-call.ts';
import type { ApiCall, JsonSchema, Parameter } from './api-document.ts';

/** The values that the user entered for a call. */
export interface CallInput {
  /** By parameter name; an empty text means that there is no value. */
  parameters: Readonly<Record<string, string>>;
  body: unknown;
}

/** The response to a call. */
export interface Outcome {
  status: number;
  /** Undefined without a body. */
  body: unknown;
  requestId: string | undefined;
  milliseconds: number;
}

/** The required parameters without a value. */
export function missingOf({ parameters }: ApiCall, filled: CallInput): string[] {
  return parameters
    .filter(({ name, required }) => required && (filled.parameters[name] ?? '').trim() === '')
    .map(({ name }) => name);
}

/**
 * Sends a call through the console's proxy, like the console's own calls.
 * @param apiKey an API token instead of the session
 */
export async function tryCall(
  call: ApiCall,
  filled: CallInput,
  apiKey: string | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  const started = performance.now();
  const since = () => Math.round(performance.now() - started);
  const headers = headersOf(call, filled);
  try {
    const { status, body, requestId } = await sendAsWritten(rowOf(call), inputOf(call, filled), {
      signal,
      headers,
      ...(apiKey !== undefined && { apiKey }),
    });
    return { status, body, requestId, milliseconds: since() };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { status, problem, requestId } = error;
    return { status, body: problem, requestId, milliseconds: since() };
  }
}

/** The call as code for programs. Missing values appear as names in angle brackets. */
export function writeCall(call: ApiCall, filled: CallInput): WrittenCall {
  const missing = missingOf(call, filled);
  const parameters = Object.fromEntries([
    ...missing.map((name) => [name, `<${name}>`] as const),
    ...Object.entries(filled.parameters).filter(([name]) => !missing.includes(name)),
  ]);
  const url = urlOf(rowOf(call), inputOf(call, { ...filled, parameters }));
  return {
    method: call.method,
    // Names in angle brackets must stay readable, because the user replaces them.
    url: url.replaceAll(/%3C(\w+)%3E/g, '<$1>'),
    ...(call.body && { body: filled.body }),
    takesIdempotencyKey: takesIdempotencyKey(call),
    isPublic: call.credentials.length === 0,
  };
}

function rowOf({ method, path, summary, credentials }: ApiCall): Endpoint {
  const access = credentials.length === 0 ? ({ kind: 'public' } as const) : signedIn;
  return endpoint({ method: method as Method, path, summary, access, response: z.unknown() });
}

const signedIn = { kind: 'signedIn' } as const;

function inputOf({ parameters, body }: ApiCall, filled: CallInput): Input {
  const of = (location: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === location)
        .map(({ name, schema }) => [name, valueOf(schema, filled.parameters[name] ?? '')])
        .filter(([, value]) => value !== undefined),
    ) as Record<string, unknown>;
  return { params: of('path'), query: of('query'), ...(body && { body: filled.body }) };
}

/** Several values of one parameter are separated by commas. */
function valueOf({ type }: JsonSchema, text: string): string | string[] | undefined {
  if (text.trim() === '') return undefined;
  if (type !== 'array') return text.trim();
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

const keyHeader = 'Idempotency-Key';

const takesIdempotencyKey = ({ parameters }: ApiCall): boolean =>
  parameters.some(({ name }) => name === keyHeader);

/** A write gets its own idempotency key, so that a repeated request has no further effect. */
function headersOf(call: ApiCall, { parameters }: CallInput): Record<string, string> {
  const given = call.parameters
    .filter((parameter) => parameter.in === 'header' && parameter.name !== keyHeader)
    .flatMap(({ name }) => {
      const text = parameters[name]?.trim() ?? '';
      return text === '' ? [] : [[name, text] as const];
    });
  return {
    ...Object.fromEntries(given),
    ...(takesIdempotencyKey(call) && { [keyHeader]: newIdempotencyKey() }),
  };
}

/** The parameters that the user fills in: the idempotency key is generated for each attempt. */
export const fieldsOf = ({ parameters }: ApiCall): readonly Parameter[] =>
  parameters.filter(({ name }) => name !== keyHeader);
