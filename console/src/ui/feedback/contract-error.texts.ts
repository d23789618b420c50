import { type ContractError, contractProblems } from '../../platform/api/errors.ts';
import { texts } from '../../platform/texts.ts';

const useContractErrorTexts = texts({
  en: {
    at: (call: string, field: string, problem: string) =>
      `Response of ${call}${field && `, field ${field}`}: ${problem}`,
    quoted: (text: string) => `instead of JSON the text ${text}`,
    problems: contractProblems,
  },
  de: {
    at: (call, field, problem) => `Antwort auf ${call}${field && `, Feld ${field}`}: ${problem}`,
    quoted: (text) => `statt JSON der Text ${text}`,
    problems: {
      noContent: 'kein Inhalt',
      htmlPage: 'eine HTML-Seite statt JSON',
      text: 'Text statt JSON',
      form: 'nicht von der erwarteten Form',
      noFile: 'keine Datei',
      noList: 'keine Liste',
      noReadableEntry: 'eine Liste ohne lesbaren Eintrag',
      noUnit: 'keine Einheit, deshalb ließe sich diese nicht ohne Verlust ersetzen',
      noUnits:
        'keine Liste von Einheiten, deshalb ließe sich die Einheit nicht ohne Verlust ersetzen',
      unitMissing:
        'vielleicht ein Teil, in dem die Einheit fehlt, deshalb ließe sie sich nicht ohne Verlust ersetzen',
    },
  },
});

/** What a service has sent, and what is wrong with it. */
export function contractErrorText({ call, field, problem }: ContractError): string {
  const t = useContractErrorTexts.now();
  return t.at(
    call,
    field,
    typeof problem === 'object' ? t.quoted(problem.text) : t.problems[problem],
  );
}
