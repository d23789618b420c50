import { byteSize } from '../../platform/numbers/byte-size.ts';
import type { SystemNotice, SystemProblem } from '../../domain/system/system-problems.ts';
import { grouped, type Language, useLanguage } from '../../platform/texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { type SystemTexts, useSystemTexts } from './system.texts.ts';
import classes from './SystemPage.module.css';

/** The current problems, each with advice. */
export function ProblemList({ problems }: { problems: readonly SystemProblem[] }) {
  const t = useSystemTexts();
  const language = useLanguage();
  return (
    <ul className={classes.problems}>
      {problems.map((problem) => (
        <li key={'service' in problem ? `${problem.kind} ${problem.service}` : problem.kind}>
          <p className={classes.problem}>{titleOf(problem, t, language)}</p>
          <p className={classes.advice}>
            {t.advice[problem.kind]}
            {'sinceDate' in problem && (
              <>
                {` ${t.since}: `}
                <Moment value={problem.sinceDate} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What to know although nothing is wrong. */
export function NoticeList({ notices }: { notices: readonly SystemNotice[] }) {
  const t = useSystemTexts();
  return (
    <ul className={`${classes.problems} ${classes.notices}`}>
      {notices.map((notice) => (
        <li key={notice}>
          <p className={classes.problem}>{t.notices[notice]}</p>
          <p className={classes.advice}>{t.noticeAdvice[notice]}</p>
        </li>
      ))}
    </ul>
  );
}

function titleOf(
  problem: SystemProblem,
  { titles, services }: SystemTexts,
  language: Language,
): string {
  switch (problem.kind) {
    case 'pendingMigrations':
      return titles.pendingMigrations(services[problem.service], grouped(problem.count));
    case 'diskLow':
      return titles.diskLow(byteSize(problem.freeBytes, language));
    case 'failedRequests':
    case 'refusedRequests':
      return titles[problem.kind](services[problem.service], problem.count, problem.of);
    case 'untrustedProxy':
      return titles.untrustedProxy(problem.address);
    case 'mailsFail':
    case 'mailsGivenUp':
    case 'auditWebhooksFail':
    case 'jobsFailed':
    case 'certificatesExpire':
    case 'replicasUnused':
      return titles[problem.kind](problem.count);
    default:
      return titles[problem.kind];
  }
}
