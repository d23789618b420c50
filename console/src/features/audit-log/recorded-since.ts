import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import { useAuditLogTexts } from './audit-log.texts.ts';

/** What to say of a period that begins before the audit log does. */
export function useRecordedSince(): (since: string) => string {
  const t = useAuditLogTexts();
  const absolute = useAbsoluteMoment();
  return (since) => t.recordedSince(absolute(since));
}
