import { deviceName } from '@annals/rules/user-agent';
import type { languages } from '@annals/contracts/users';

export type Language = (typeof languages)[number];

/** A mail before it is rendered as text and HTML with the same content. Line breaks inside a paragraph stay. */
export interface MailTemplate {
  lang: Language;
  subject: string;
  /** What mail programs show beside the subject. */
  preheader: string;
  headline: string;
  paragraphs: readonly string[];
  /** Rows of a small table: when, from where. */
  facts?: readonly Fact[];
  /** Events or tokens, each in its section. */
  sections?: readonly MailSection[];
  action?: { text: string; link: string };
  notes: readonly string[];
  footer: string;
}

export interface MailSection {
  heading: string;
  /** The link of the heading; undefined for one that groups the following ones. */
  link?: string;
  lines: readonly string[];
}

export interface Fact {
  label: string;
  value: string;
}

export function languageOf(written: string | undefined): Language {
  return written === 'de' ? 'de' : 'en';
}

/** A time as a mail shows it. The reader's zone is unknown, so it says UTC. */
export function formatMoment(milliseconds: number, lang: Language): string {
  const format = new Intl.DateTimeFormat(lang === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(milliseconds)} UTC`;
}

const words = {
  en: { unknown: 'Unknown', on: 'on' },
  de: { unknown: 'Unbekannt', on: 'auf' },
};

/** The browser and system of a User-Agent header; for another program its own name. */
export function formatDevice(userAgent: string, lang: Language): string {
  const { unknown, on } = words[lang];
  return deviceName(userAgent, (browser, system) => `${browser} ${on} ${system}`) || unknown;
}

export function formatAddress(address: string | null | undefined, lang: Language): string {
  return address === null || address === undefined || address === ''
    ? words[lang].unknown
    : address;
}
