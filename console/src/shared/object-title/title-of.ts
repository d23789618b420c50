import { titleIn } from '@annals/contracts/object-title';
import { shortenId } from '../ids/display-names.ts';

type TitledVersion = Parameters<typeof titleIn>[0] & {
  readonly id: string;
  readonly timelineId?: string | undefined;
};

/** The title of a version, or its short id. */
export function titleOf({ id, timelineId = '', ...version }: TitledVersion): string {
  return titleIn(version) ?? (shortenId(id || timelineId) || '–');
}
