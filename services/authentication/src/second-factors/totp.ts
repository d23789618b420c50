import { writtenDigits } from '@annals/rules/written-digits';
import { timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const period = 30;
const digits = 6;
/** Clocks may be one step apart, and codes take time to type (RFC 6238, section 5.2). */
const driftSteps = [0, -1, 1];
const secretBytes = 20;

/** 160 random bits in base32 (RFC 4226, section 4, R6). */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/**
 * What an authenticator app reads from a QR code. The issuer names the host too, to tell installations apart in the app.
 */
export function totpUri(
  { productName, publicUrl }: { productName: string; publicUrl: string },
  username: string,
  secret: string,
): string {
  // A colon would end the issuer in the label.
  const host = new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '').replaceAll(':', '-');
  const issuer = `${productName} (${host})`;
  return new TOTP({ issuer, label: username, secret, period, digits }).toString();
}

/**
 * The time step of the code, if it is current and later than the last used one, so that each code works once (RFC 6238,
 * section 5.2).
 */
export function findTimeStep(
  secret: string,
  code: string,
  nowMs: number,
  lastStep: number | null,
): number | undefined {
  const current = Math.floor(nowMs / 1000 / period);
  return driftSteps
    .map((aside) => current + aside)
    .find((step) => step > (lastStep ?? -1) && isCodeOf(secret, step, code));
}

function isCodeOf(secret: string, step: number, code: string): boolean {
  const timestamp = step * period * 1000;
  const right = TOTP.generate({ secret: Secret.fromBase32(secret), digits, period, timestamp });
  return right.length === code.length && timingSafeEqual(Buffer.from(right), Buffer.from(code));
}

/** The digits of a code, which apps show in groups; undefined if it does not have six digits. */
export function digitsOf(code: string): string | undefined {
  const bare = writtenDigits(code).replace(/[\s\p{Pd}\p{Cf}.]/gu, '');
  return /^\d{6}$/.test(bare) ? bare : undefined;
}
