import type { languages } from '@annals/contracts/users';

export type Language = (typeof languages)[number];

/** A mail before it is made into text and HTML; both say the same. Line breaks inside a paragraph stay. */
export interface Letter {
  lang: Language;
  subject: string;
  /** What mail programs show beside the subject. */
  preheader: string;
  headline: string;
  paragraphs: readonly string[];
  /** Lines of a small table: when, from where. */
  facts?: readonly Fact[];
  action?: { text: string; link: string };
  notes: readonly string[];
  footer: string;
}

export interface Fact {
  label: string;
  value: string;
}

export function languageOf(written: string | undefined): Language {
  return written === 'de' ? 'de' : 'en';
}
