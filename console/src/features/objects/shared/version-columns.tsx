import type { ObjectVersion } from '../../../platform/api/things.ts';
import { derived, text, type ListColumn } from '../../../ui/list/columns.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import { Author, TypeBadge } from './ObjectLabels.tsx';
import type { useObjectsTexts } from './objects.texts.ts';

/** The common columns of lists of versions; each list defines widths and the header of the date. */
export function versionColumns(t: ReturnType<typeof useObjectsTexts>) {
  return {
    type: text('type', t.type, { render: (version) => <TypeBadge type={version.type} /> }),
    version: derived('version', t.version, (version) => version.modificationCount, {
      render: (version) => version.modificationCount ?? '–',
      align: 'end',
    }),
    date: {
      value: (version) => version.modificationDate,
      render: (version) => <Moment value={version.modificationDate} withRelative />,
    },
    by: derived(
      'by',
      t.by,
      (version) => version.modificationUserName ?? version.modificationUserId,
      { render: (version) => <Author version={version} /> },
    ),
  } satisfies Record<string, Partial<ListColumn<ObjectVersion>>>;
}
