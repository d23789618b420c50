import type { ObjectVersion } from '@annals/contracts/objects';
import type { ListColumn } from '../../../shared/list/list-columns.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import type { useObjectsTexts } from '../objects.texts.ts';
import { Author } from './Author.tsx';
import { TypeMark } from './TypeMark.tsx';

/** The columns that every list of versions has; each list says how wide, and what it calls the date. */
export function versionColumns(t: ReturnType<typeof useObjectsTexts>) {
  return {
    type: {
      id: 'type',
      header: t.type,
      value: (version) => version.type,
      cell: (version) => <TypeMark type={version.type} />,
    },
    version: {
      id: 'version',
      header: t.version,
      value: (version) => version.modificationCount,
      cell: (version) => version.modificationCount ?? '–',
      align: 'end',
    },
    date: {
      value: (version) => version.modificationDate,
      cell: (version) => <Moment value={version.modificationDate} />,
    },
    by: {
      id: 'by',
      header: t.by,
      value: (version) => version.modificationUserName ?? version.modificationUserId,
      cell: (version) => <Author version={version} />,
    },
  } satisfies Record<string, Partial<ListColumn<ObjectVersion>>>;
}
