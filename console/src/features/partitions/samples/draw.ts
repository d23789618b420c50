import { drawSample, getSample } from '@annals/contracts/audit-samples';
import { call } from '../../../platform/api/call.ts';
import type { SampleParams } from './samples.queries.ts';
import { useSampleTexts } from './samples.texts.ts';

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

/**
 * Draws an announced sample. The number is told only once the log of events after the announcement is known here: a
 * service that learns it first could still choose another announcement, and with it the sample.
 * @throws Error if the announcement does not come into the log, or the log was another one afterwards
 */
export async function draw(params: SampleParams, number: string): Promise<void> {
  const announced = await readAnnounced(params);
  const { eventsCheckpoint } = await call(drawSample, { params, body: { number } });
  if (signedLines(eventsCheckpoint ?? '') !== announced)
    throw new Error(useSampleTexts.now().otherLog);
}

/** The checkpoint that ends with the announcement. */
async function readAnnounced(params: SampleParams): Promise<string> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    const { eventsCheckpoint } = await call(getSample, { params });
    if (eventsCheckpoint !== null) return signedLines(eventsCheckpoint);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  throw new Error(useSampleTexts.now().notRecorded);
}

/** Name, size and root of a log, without the signatures, which a new key changes. */
const signedLines = (checkpoint: string): string => checkpoint.split('\n').slice(0, 3).join('\n');
