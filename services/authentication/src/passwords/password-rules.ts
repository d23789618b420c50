import { say, type ServiceMessage } from '@annals/contracts/messages';
import { maximalPasswordLength, minimalPasswordLength } from '@annals/contracts/sign-in';
import { normalizeForSearch } from '../context/normalize.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { commonLongPasswords, commonPieces } from './common-passwords.ts';

const minContextWordLength = 4;
const maxRepeatedPartLength = 6;
const maxDecorationLength = 8;
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertzuiop',
  'qwertyuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
];
const minRunLength = 4;

export interface PasswordContext {
  productName: string;
  username?: string | undefined;
  email?: string | null | undefined;
  name?: string | null | undefined;
}

/** Why a new password is refused and what to do; undefined if it is acceptable. */
export async function passwordError(
  password: string,
  { productName, breachedPasswords }: Pick<ServiceContext, 'productName' | 'breachedPasswords'>,
  person: Omit<PasswordContext, 'productName'>,
): Promise<ServiceMessage | undefined> {
  const guessable = guessableError(password, { productName, ...person });
  if (guessable !== undefined) return guessable;
  return (await breachedPasswords.includes(password)) ? say('passwordBreached') : undefined;
}

/** By the length, the shipped list and what is known of the person. */
export function guessableError(
  password: string,
  context: PasswordContext,
): ServiceMessage | undefined {
  const length = Array.from(password).length;
  if (length < minimalPasswordLength)
    return say('passwordTooShort', { length, minimalPasswordLength });
  if (length > maximalPasswordLength)
    return say('passwordTooLong', { length, maximalPasswordLength });
  const normalized = normalizeForSearch(password);
  const word = contextWords(context).find((each) => normalized.includes(each));
  if (word !== undefined) return say('passwordGuessable', { word });
  if (isCommon(normalized)) return say('passwordCommon');
  return undefined;
}

function contextWords({ productName, username, email, name }: PasswordContext): string[] {
  const parts = [productName, localPart(username), localPart(email), ...(name ?? '').split(/\s+/)];
  return (
    parts
      .flatMap((part) => [part].concat(part.split(/[^\p{L}\p{N}]+/u)))
      // The whole email too: with a short name before the @, its parts do not count.
      .concat(username ?? '', email ?? '')
      .map(normalizeForSearch)
      .filter((part) => part.length >= minContextWordLength)
  );
}

function localPart(address: string | null | undefined): string {
  return (address ?? '').split('@', 1)[0] ?? '';
}

function isCommon(normalized: string): boolean {
  return (
    commonLongPasswords.has(normalized) ||
    repeatsItself(normalized) ||
    followsRows(normalized) ||
    isTwoPieces(stripDecoration(normalized))
  );
}

function repeatsItself(text: string): boolean {
  for (let size = 1; size <= maxRepeatedPartLength; size += 1)
    if (
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .startsWith(text)
    )
      return true;
  return false;
}

/** Only sequences of the alphabet, the digits or the rows of a keyboard, forwards or backwards. */
function followsRows(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    const run = longestRun(rest);
    if (run < Math.min(minRunLength, rest.length)) return false;
    rest = rest.slice(run);
  }
  return true;
}

function longestRun(text: string): number {
  const lines = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')]);
  let size = 1;
  while (size < text.length && lines.some((line) => line.includes(text.slice(0, size + 1))))
    size += 1;
  return size;
}

/** Without the year, number or exclamation marks that are added around a word to make it long enough. */
function stripDecoration(text: string): string {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return text.length - core.length <= maxDecorationLength ? core : text;
}

function isTwoPieces(text: string): boolean {
  if (isPiece(text)) return true;
  for (let cut = 1; cut < text.length; cut += 1)
    if (isPiece(text.slice(0, cut)) && isPiece(text.slice(cut))) return true;
  return false;
}

function isPiece(text: string): boolean {
  return commonPieces.has(text) || commonLongPasswords.has(text);
}
