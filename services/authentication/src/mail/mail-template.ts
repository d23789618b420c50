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
  /** The events, each in its section. */
  sections?: readonly MailSection[];
  /** Rows of a small table: when, from where. */
  facts?: readonly Fact[];
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
export function writtenMoment(milliseconds: number, lang: Language): string {
  const format = new Intl.DateTimeFormat(lang === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(milliseconds)} UTC`;
}

// Ordered, because each browser's User-Agent also names its ancestors.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const words = {
  en: { unknown: 'Unknown', on: 'on' },
  de: { unknown: 'Unbekannt', on: 'auf' },
};
const maxForeignNameLength = 60;

/** The browser and system of a User-Agent header; for another program its own name. */
export function writtenDevice(userAgent: string, lang: Language): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const { unknown, on } = words[lang];
  if (browser !== undefined && system !== undefined) return `${browser} ${on} ${system}`;
  const name = userAgent
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, maxForeignNameLength)
    .trim();
  return browser ?? system ?? (name === '' ? unknown : name);
}

export function writtenAddress(address: string | null | undefined, lang: Language): string {
  return address === null || address === undefined || address === ''
    ? words[lang].unknown
    : address.replace(/^::ffff:/, '');
}
