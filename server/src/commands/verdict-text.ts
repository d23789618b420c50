import type { Finding, Verdict } from '@annals/proofs/verdict';

const maxListed = 20;

/** `intact`, `erased, receipt 1, 2` or `TAMPERED`. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.verdict) {
    case 'INTACT':
      return 'intact';
    case 'ERASED':
      return `erased, receipt ${numbersText(verdict.receipts)}`;
    case 'TAMPERED':
      return 'TAMPERED';
  }
}

function numbersText(numbers: readonly number[]): string {
  const more = numbers.length - maxListed;
  return `${numbers.slice(0, maxListed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `VERSION  entry 4, object …: Version … is not …` */
export function findingLine({ code, message, where }: Finding): string {
  const location = [
    ...(where.file === undefined ? [] : [where.file]),
    ...(where.index === undefined ? [] : [`entry ${where.index}`]),
    ...(where.objectId === undefined ? [] : [`object ${where.objectId}`]),
    ...(where.pointer === undefined ? [] : [`at ${where.pointer}`]),
    ...(where.receipt === undefined ? [] : [`receipt ${where.receipt}`]),
  ];
  // It may contain strings of a bundle, which must not control the terminal.
  return printable(
    `${code.padEnd(10)}${location.length > 0 ? `${location.join(', ')}: ` : ''}${message}`,
  );
}

/** Escapes control characters. */
export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
