import type { createToken } from '@annals/contracts/api-tokens';
import type { createApplicationToken } from '@annals/contracts/applications';
import type { Endpoint } from '@annals/contracts/endpoint';
import { serviceOf } from '@annals/contracts/service-name';
import { isAnnounced } from '../../platform/api/announced.ts';
import { callForToken } from '../../platform/api/call.ts';
import { fieldOf, type Reply } from '../../platform/api/proxy.ts';
import type { InputOf } from '../../platform/api/query.ts';
import { useTokenSecretTexts } from './token-secret.texts.ts';

/** What a service returned for a new token. Both are undefined if it returned nothing. */
export interface IssuedToken {
  token?: string;
  /** The whole response, if it contains or may contain more than the token. */
  response?: string;
}

/**
 * The dialog that shows a new token; its code is loaded before the token is requested, because nobody can read a token
 * later.
 */
export async function loadTokenSecretDialog() {
  try {
    return await import('./TokenSecretDialog.tsx');
  } catch (error) {
    throw new Error(useTokenSecretTexts.now().notLoaded, { cause: error });
  }
}

export const hasContent = ({ token, response }: IssuedToken): boolean =>
  token !== undefined || response !== undefined;

/** Creates a token for a program. */
export async function issueToken<E extends typeof createToken | typeof createApplicationToken>(
  row: E,
  input: InputOf<E>,
): Promise<IssuedToken> {
  return readIssuedToken(row, await callForToken(row, input));
}

/**
 * The specification does not show the response, so that a service may name the token as it likes. Where it is not
 * recognized, the person has to find it, because nobody can read it again.
 */
export function readIssuedToken(row: Endpoint, { body, text }: Reply): IssuedToken {
  const token = fieldOf(body, 'token');
  const isRecognized = typeof token === 'string' && token !== '';
  const response = isRecognized && isAnnounced(serviceOf(row.path)) ? '' : wordsOf(body, text);
  return { ...(isRecognized && { token }), ...(response !== '' && { response }) };
}

/** JSON as it came, without the quotes of a single text; '' for nothing. */
function wordsOf(body: unknown, text: string): string {
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : text;
}
