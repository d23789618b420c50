import { useDateLocale } from '../../platform/texts.ts';
import { absoluteMoment } from '../../platform/time/format-moment.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { useAuditLogTexts } from './audit-log.texts.ts';

/** What to say of a period that begins before the audit log does. */
export function useRecordedSince(): (since: string) => string {
  const t = useAuditLogTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  return (since) => t.recordedSince(absoluteMoment(since, locale, utc));
}
