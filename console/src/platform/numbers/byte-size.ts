import type { Language } from '../texts.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the largest unit in which it is at least 1, such as 1.5 GB. */
export function byteSize(bytes: number, language: Language): string {
  const steps = Math.floor(Math.log10(Math.max(bytes, 1)) / 3);
  const step = Math.min(steps, units.length - 1);
  const unit = units[step] ?? 'byte';
  return (bytes / 1000 ** step).toLocaleString(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  });
}
