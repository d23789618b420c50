import { grouped, texts } from '../../platform/texts.ts';

interface Circumstances {
  who: string | undefined;
  where: string | undefined;
}

export const useVersionTexts = texts({
  en: {
    didCreate: 'created',
    didChange: 'changed',
    didEnd: 'ended',
    by: 'by',
    in: 'in',
    more: 'Show more',
    together: (count: number, more: boolean, { who, where }: Circumstances) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'change' : 'changes'} made together${who === undefined ? '' : ` by ${who}`}${where === undefined ? '' : ` in ${where}`}`,
  },
  de: {
    didCreate: 'angelegt',
    didChange: 'geändert',
    didEnd: 'beendet',
    by: 'von',
    in: 'in',
    more: 'Mehr zeigen',
    together: (count, more, { who, where }) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'Änderung' : 'Änderungen'} auf einmal${who === undefined ? '' : ` von ${who}`}${where === undefined ? '' : ` in ${where}`}`,
  },
});
