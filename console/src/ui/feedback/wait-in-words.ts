const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "in 30 seconds", "in 2 hours", rounded up, so that nobody tries too early. */
export function waitInWords(seconds: number, language: string): string {
  const [unit, length] = units.find(([, each]) => seconds > each * 1.5) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / length), unit);
}
