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
    /** @param count undefined while not all of them are loaded: a part of them would be another number than elsewhere */
    together: (count: number | undefined, { who, where }: Circumstances) =>
      `${count === undefined ? 'Changes' : count === 1 ? '1 change' : `${grouped(count)} changes`} made together${who === undefined ? '' : ` by ${who}`}${where === undefined ? '' : ` in ${where}`}`,
  },
  de: {
    didCreate: 'angelegt',
    didChange: 'geändert',
    didEnd: 'beendet',
    by: 'von',
    in: 'in',
    more: 'Mehr zeigen',
    together: (count, { who, where }) =>
      `${count === undefined ? 'Mehrere Änderungen' : count === 1 ? '1 Änderung' : `${grouped(count)} Änderungen`} auf einmal${who === undefined ? '' : ` von ${who}`}${where === undefined ? '' : ` in ${where}`}`,
  },
});
