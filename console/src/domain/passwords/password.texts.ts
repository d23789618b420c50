import { grouped, texts } from '../../platform/texts.ts';

export const usePasswordTexts = texts({
  en: {
    rules: (least: number) =>
      `At least ${grouped(least)} characters. Several words in a row are easy to remember.`,
    tooShort: (missing: number) =>
      missing === 1 ? 'One more character' : `${grouped(missing)} more characters`,
    tooLong: (most: number) => `At most ${grouped(most)} characters.`,
    strength: { weak: 'Weak', fair: 'Fair', good: 'Good', strong: 'Strong' },
    strengthIs: (strength: string) => `Strength: ${strength}`,
  },
  de: {
    rules: (least) =>
      `Mindestens ${grouped(least)} Zeichen. Mehrere Wörter hintereinander lassen sich leicht merken.`,
    tooShort: (missing) =>
      missing === 1 ? 'Noch ein Zeichen' : `Noch ${grouped(missing)} Zeichen`,
    tooLong: (most) => `Höchstens ${grouped(most)} Zeichen.`,
    strength: { weak: 'schwach', fair: 'mäßig', good: 'gut', strong: 'stark' },
    strengthIs: (strength) => `Stärke: ${strength}`,
  },
});
export type PasswordTexts = ReturnType<typeof usePasswordTexts>;
