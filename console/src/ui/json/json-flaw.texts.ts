import { maxDepth } from '@annals/rules/json/depth';
import type { JsonFlaw } from '@annals/rules/json/strict-json';
import { texts } from '../../platform/texts.ts';

/** Why JSON cannot be stored as it is written, and what to do. */
export const useJsonFlawTexts = texts({
  en: {
    number: (written: string) =>
      `The number ${written} cannot be stored exactly. Write it in quotes to keep it as text.`,
    repeated: (name: string) =>
      `The property “${name}” occurs twice in its object. Only one of them can be stored.`,
    forbidden: (name: string) => `No property can be called ${name}.`,
    nul: 'It contains a NUL character, which cannot be stored.',
    surrogate: 'It contains half of a character.',
    depth: `It is nested deeper than ${maxDepth} levels.`,
    syntax: 'It is not valid JSON.',
  },
  de: {
    number: (written: string) =>
      `Die Zahl ${written} kann nicht genau gespeichert werden. Schreibe sie in Anführungszeichen, um sie als Text zu behalten.`,
    repeated: (name: string) =>
      `Die Eigenschaft „${name}“ steht zweimal in ihrem Objekt. Nur eine könnte bleiben.`,
    forbidden: (name: string) => `Keine Eigenschaft kann ${name} heißen.`,
    nul: 'Ein NUL-Zeichen kann nicht gespeichert werden.',
    surrogate: 'Es enthält ein halbes Zeichen.',
    depth: `Es ist tiefer geschachtelt als ${maxDepth} Ebenen.`,
    syntax: 'Es ist kein gültiges JSON.',
  },
});

const maxShown = 100;

export function flawText(flaw: JsonFlaw): string {
  const t = useJsonFlawTexts.now();
  return 'written' in flaw ? t[flaw.kind](flaw.written.slice(0, maxShown)) : t[flaw.kind];
}
