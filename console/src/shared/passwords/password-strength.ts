import { minimalPasswordLength } from '@annals/contracts/sign-in';

export const strengths = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** By length, the one thing that counts for a person's password; characters that repeat add little. */
export function passwordStrength(password: string): Strength {
  const characters = Array.from(password);
  const fresh = characters.filter((character, index) => character !== characters[index - 1]);
  const varied = Math.min(fresh.length, new Set(characters).size * 3);
  if (characters.length < minimalPasswordLength || varied < minimalPasswordLength) return 'weak';
  if (varied < 16) return 'fair';
  return varied < 20 ? 'good' : 'strong';
}
