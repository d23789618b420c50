import { drawSample } from '@annals/contracts/audit-samples';
import { CallError } from '../../../platform/api/errors.ts';
import { call } from '../../../platform/api/call.ts';
import type { SampleParams } from './samples.queries.ts';

const digits = 30;

/** A number that nobody can guess. */
export function randomNumber(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(digits));
  return Array.from(bytes, (each) => each % 10).join('');
}

/** SHA-256 in base64, as an announcement names it. */
export async function commitmentTo(number: string): Promise<string> {
  const { commitmentOf } = await import('@annals/proofs/audit-sample');
  return commitmentOf(number);
}

const retryMs = 500;
const patienceMs = 30_000;

/** Draws a sample, as soon as its announcement is in the log of events. */
export async function draw(params: SampleParams, number: string): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await call(drawSample, { params, body: { number } });
      return;
    } catch (error) {
      if (!isTooEarly(error) || Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

const isTooEarly = (error: unknown): boolean =>
  error instanceof CallError && error.problem.code === 'not_recorded_yet';
