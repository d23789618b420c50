import { texts } from '../texts.ts';

export const usePasswordTexts = texts({
  en: {
    rules: (least: number) =>
      `At least ${least} characters. Several words in a row are easy to keep in mind.`,
    tooShort: (missing: number) =>
      missing === 1 ? 'One more character' : `${missing} more characters`,
    tooLong: (most: number) => `At most ${most} characters.`,
    strength: { weak: 'Weak', fair: 'Fair', good: 'Good', strong: 'Strong' },
    strengthIs: (strength: string) => `Strength: ${strength}`,
  },
  de: {
    rules: (least) =>
      `Mindestens ${least} Zeichen. Mehrere Wörter hintereinander merken sich leicht.`,
    tooShort: (missing) => (missing === 1 ? 'Noch ein Zeichen' : `Noch ${missing} Zeichen`),
    tooLong: (most) => `Höchstens ${most} Zeichen.`,
    strength: { weak: 'schwach', fair: 'mäßig', good: 'gut', strong: 'stark' },
    strengthIs: (strength) => `Stärke: ${strength}`,
  },
});
export type PasswordTexts = ReturnType<typeof usePasswordTexts>;
