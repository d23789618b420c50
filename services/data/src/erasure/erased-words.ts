import { foldedText } from '@annals/rules/folded-text';

/** A single letter or digit identifies nobody, and is in every text. */
const minLength = 2;
const maxWords = 5000;

/**
 * The words of erased values, as they are compared in searches, by which they are found in texts that were written
 * elsewhere.
 */
export class ErasedWords {
  readonly #words = new Set<string>();

  /** @param value a string, a number, or an object or list that contains some */
  add(value: unknown): void {
    if (this.#words.size > maxWords) return;
    if (typeof value === 'string' || typeof value === 'number') {
      // In Thai and Devanagari, marks are vowels within a word.
      const words = foldedText(String(value)).match(/[\p{L}\p{N}\p{M}]+/gu);
      for (const word of words ?? []) if (word.length >= minLength) this.#words.add(word);
    } else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) this.add(each);
  }

  list(): string[] | 'too many' {
    return this.#words.size > maxWords ? 'too many' : [...this.#words];
  }
}
