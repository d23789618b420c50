import { useState } from 'react';
import { useLanguage } from '../../platform/texts.ts';
import { readAsOf } from '../../platform/time/moments.ts';
import { useTimeTravel } from '../time-travel/useTimeTravel.ts';
import type { EvidenceAbout } from './evidence-about.ts';
import { useEvidenceTexts } from './evidence.texts.ts';

/** What the user requests: the moment, at first the shown one, and the language of the report. */
export function useEvidenceRequest({ objectId, query }: Pick<EvidenceAbout, 'objectId' | 'query'>) {
  const t = useEvidenceTexts();
  const { asOf: shownAsOf = '', isHeld } = useTimeTravel();
  // Null while the input is no moment.
  const [moment, setMoment] = useState<string | null>(shownAsOf);
  const [held, setHeld] = useState(isHeld);
  const [language, setLanguage] = useState(useLanguage());
  const [openedAt] = useState(() => Date.now());
  const asOf = moment === '' ? undefined : (moment ?? undefined);
  const isAhead = asOf !== undefined && readAsOf(asOf, openedAt).kind === 'future';
  return {
    moment,
    setMoment,
    momentError: moment === null ? t.momentWrong : isAhead ? t.momentAhead : undefined,
    held,
    setHeld,
    language,
    setLanguage,
    /** Undefined for now. */
    asOf,
    /** What the evidence is about, for the service. */
    subject: {
      ...(asOf === undefined ? {} : { asOf, ...(held ? { asHeld: true } : {}) }),
      ...(objectId === undefined ? {} : { objectId }),
      ...(query ? { query } : {}),
    },
  };
}
