import { randomBytes } from 'node:crypto';

/**
 * Random letters and digits, which hardly compress. They form one word that is too long to be indexed: thousands of
 * words would cost the index seconds that the test is not about.
 */
export function randomText(length: number): string {
  return randomBytes(length).toString('base64').replaceAll(/[+/=]/g, '0').slice(0, length);
}
