import { Button } from '@mantine/core';
import { IconArrowForwardUp, IconHistory } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { partitionAsOf } from '@annals/contracts/partitions';
import type { ServiceName } from '@annals/contracts/service-name';
import { afterQueries } from '../../platform/api/after-queries.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { useFeedbackTexts } from '../../ui/feedback/feedback.texts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useDateLocale } from '../../platform/texts.ts';
import { exactMomentText } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { MomentChooser } from './MomentChooser.tsx';
import classes from './TimeTravelBar.module.css';
import { useTimeTravelTexts } from './time-travel.texts.ts';
import { useTimeTravel } from './useTimeTravel.ts';

const LogWatch = lazyNamed(async () => {
  await afterQueries();
  return import('../proofs/LogWatch.tsx');
}, 'LogWatch');
const Preview = lazyNamed(() => import('./Preview.tsx'), 'Preview');
const RecordedOrHeld = lazyNamed(() => import('./RecordedOrHeld.tsx'), 'RecordedOrHeld');
const NotPreviewed = lazyNamed(() => import('./Preview.tsx'), 'NotPreviewed');

type TimeTravelBarProps = {
  /** The service whose past is shown. */
  service?: ServiceName;
  /** Rendered at the end of the bar: links to the partition's other pages. */
  beside?: ReactNode;
  /** The content for the moment; not rendered while the URL contains an invalid moment. */
  children: ReactNode;
} & (
  | {
      /** Undefined while loading. */
      partitionName: string | undefined;
      shown?: never;
    }
  | {
      partitionName?: never;
      /** Outside of partitions: the subject for the sentence; undefined while loading. */
      shown: string | undefined;
    }
);

/** The bar below the heading of every page with time travel, the mark of the past, and the page's content. */
export function TimeTravelBar({ beside, children, service = 'data', ...of }: TimeTravelBarProps) {
  const t = useTimeTravelTexts();
  const { moment, isHeld, changeSet, isPreview, travelTo } = useTimeTravel();
  const isOffered = useCapability(service);
  const hasPast = isOffered && !isPreview;
  const hasBothViews = useCapability(partitionAsOf);
  const { notOffered } = useFeedbackTexts();
  const backToNow = (
    <Button
      size="xs"
      className={classes.back}
      leftSection={<IconArrowForwardUp size={16} aria-hidden />}
      onClick={() => travelTo(undefined)}
    >
      {t.backToNow}
    </Button>
  );
  return (
    <>
      {'partitionName' in of && (
        <Suspense>
          <LogWatch partitionName={of.partitionName} isNow={moment.kind === 'now'} />
        </Suspense>
      )}
      {(hasPast || Boolean(beside)) && (
        <div className={classes.bar} data-on="screen">
          {hasPast && <MomentChooser moment={moment} onChoose={travelTo} />}
          {beside}
        </div>
      )}
      {moment.kind === 'now' &&
        (changeSet === undefined ? (
          children
        ) : (
          // The content waits for the code of its notice, which would push it down.
          <Suspense>
            {isPreview ? (
              <Preview changeSetId={changeSet}>{children}</Preview>
            ) : (
              <>
                {'partitionName' in of && <NotPreviewed changeSetId={changeSet} />}
                {children}
              </>
            )}
          </Suspense>
        ))}
      {moment.kind === 'past' && !isOffered && <EmptyState title={notOffered} action={backToNow} />}
      {moment.kind === 'past' && isOffered && (
        <section className={classes.past} aria-label={t.past}>
          <PastBanner
            words={
              'shown' in of
                ? t.youSeeAll(of.shown ?? t.this)
                : isHeld
                  ? t.youSeeHeld(of.partitionName ?? t.thisPartition)
                  : t.youSee(of.partitionName ?? t.thisPartition)
            }
            asOf={moment.asOf}
            {...('partitionName' in of &&
              hasBothViews && { roomFor: t.youSeeHeld(of.partitionName ?? t.thisPartition) })}
          >
            {backToNow}
          </PastBanner>
          {/* In one row, because further lines would move the content. */}
          <Suspense>
            {'partitionName' in of && <RecordedOrHeld asOf={moment.asOf} />}
            <div className={classes.pastContent}>{children}</div>
          </Suspense>
        </section>
      )}
      {(moment.kind === 'unreadable' || moment.kind === 'future') && (
        <div className={classes.bad} role="alert">
          <strong>{moment.kind === 'future' ? t.future : t.unreadable(moment.text)}</strong>
          <p>{moment.kind === 'future' ? t.futureHelp(moment.text) : t.unreadableHelp}</p>
          {backToNow}
        </div>
      )}
    </>
  );
}

interface PastBannerProps {
  words: string;
  asOf: string;
  /** Longer words, for which there is room too: when they replace the others, the page does not move. */
  roomFor?: string;
  children: ReactNode;
}

function PastBanner({ words, asOf, roomFor, children }: PastBannerProps) {
  const t = useTimeTravelTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const renderSentence = (begin: string) => (
    <>
      {begin}{' '}
      <time className={classes.moment} dateTime={asOf} title={asOf}>
        {exactMomentText(asOf, locale, utc)}
      </time>
      . {t.writingOff}
    </>
  );
  return (
    <div className={classes.banner}>
      <IconHistory className={classes.icon} size={20} aria-hidden />
      <div className={`${classes.bannerText} ${classes.stack}`}>
        <output>
          <span key={words}>{renderSentence(words)}</span>
        </output>
        {roomFor !== undefined && roomFor !== words && (
          <span className={classes.room} aria-hidden>
            {renderSentence(roomFor)}
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
