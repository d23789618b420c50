import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { partitionAsOf } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../platform/api/told.ts';
import { queryOf } from '../../platform/api/query.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { ViewSwitch } from '../../ui/json/ViewSwitch.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useDateLocale } from '../../platform/texts.ts';
import { dayOf } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
import classes from './TimeTravelBar.module.css';
import { useTimeTravelTexts } from './time-travel.texts.ts';
import { useTimeTravel } from './useTimeTravel.ts';

type RecordedAndHeld = AnswerOf<typeof partitionAsOf>;

/**
 * If something recorded as of the shown moment was imported later: the imports, and the switch to what the
 * service held at the time. If both views are the same, it says so in the same place, so that the page does not
 * move.
 */
export function RecordedOrHeld({ asOf }: { asOf: string }) {
  const { partitionId } = useParams({ strict: false });
  const hasBoth = useCapability(partitionAsOf);
  return partitionId === undefined || !hasBoth ? null : (
    <OfPartition partitionId={partitionId} asOf={asOf} />
  );
}

const usualImport = {
  importedDate: '2026-11-22T00:00:00.000000Z',
  importedUserId: '',
  importedUserName: 'n'.repeat(16),
};
/** Reserves its space invisibly until the response arrives. */
const usualAnswer: RecordedAndHeld = {
  recordedVersionCount: 1_000,
  heldVersionCount: 0,
  firstImport: usualImport,
  lastImport: usualImport,
};

function OfPartition({ partitionId, asOf }: { partitionId: string; asOf: string }) {
  const t = useTimeTravelTexts();
  const { isHeld, travelTo } = useTimeTravel();
  const words = useImportLabel();
  const reconstructedFrom = (found: RecordedAndHeld) =>
    `${t.reconstructed(words(found))} ${t.heldThen(found.heldVersionCount, found.recordedVersionCount)}`;
  const {
    data = usualAnswer,
    isPending,
    isLoadingError,
  } = useQuery(queryOf(partitionAsOf, { params: { partitionId }, query: { asOf } }));
  if (isLoadingError) return null;
  const { recordedVersionCount: recorded, heldVersionCount: held } = data;
  const isSame = !data.lastImport && !isHeld;
  const ofRecorded = reconstructedFrom(data.lastImport ? data : usualAnswer);
  const ofHeld = recorded === held ? t.allHeld : t.importedSince(recorded - held, words(data));
  return (
    <div className={classes.axes} data-unseen={isPending || isSame}>
      {isSame && <span className={classes.same}>{t.heldSame}</span>}
      <span className={`${classes.axesText} ${classes.stack}`}>
        <span key={String(isHeld)}>{isHeld ? ofHeld : ofRecorded}</span>
        {/* The other view has as many lines. */}
        <span className={classes.room} aria-hidden>
          {isHeld ? ofRecorded : ofHeld}
        </span>
      </span>
      <ViewSwitch
        label={t.timeAxis}
        options={[
          { value: 'recorded', label: t.asRecorded },
          { value: 'held', label: t.asHeld },
        ]}
        value={isHeld ? 'held' : 'recorded'}
        onChange={(axis) => travelTo(asOf, axis === 'held')}
      />
    </div>
  );
}

/** "an import on 22 Nov 2026 by Grace Hopper" */
function useImportLabel(): (found: RecordedAndHeld) => string {
  const t = useTimeTravelTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  return ({ firstImport: first, lastImport: last }) => {
    if (!first || !last) return '';
    const day = (date: string) => dayOf(date, locale, utc);
    const [from, to] = [day(first.importedDate), day(last.importedDate)];
    const by = shownName(last.importedUserName, last.importedUserId);
    if (from !== to) return t.importsBetween(from, to);
    return first.importedUserId === last.importedUserId ? t.importOn(to, by) : t.importsOn(to);
  };
}
