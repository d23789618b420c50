import { pathTo } from '../platform/links.ts';
import { PathLink } from '../ui/page/PathLink.tsx';
import { Moment } from '../platform/time/Moment.tsx';
import classes from './SecondFactorNotice.module.css';
import { useSecondFactorNoticeTexts } from './second-factor-notice.texts.ts';

/** The deadline until which the signed-in user has to set up a second factor. */
export function SecondFactorNotice({ due }: { due: string }) {
  const t = useSecondFactorNoticeTexts();
  return (
    <aside className={classes.notice} aria-label={t.title}>
      <span>
        {t.until} <Moment value={due} absolute />
        {t.consequence}
      </span>{' '}
      <PathLink to={`${pathTo('user-management')}?tab=security`}>{t.setUp}</PathLink>
    </aside>
  );
}
