import { titleIn } from '@annals/rules/object-title';
import { shownName } from '../../ui/ids/display-names.ts';

type TitledVersion = Parameters<typeof titleIn>[0] & {
  readonly id: string;
  readonly timelineId?: string | undefined;
};

/** The title of a version, else its id. */
export function titleOf({ id, timelineId = '', ...version }: TitledVersion): string {
  return shownName(titleIn(version), id || timelineId);
}
