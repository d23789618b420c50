import type { MemberRole } from '@annals/contracts/permissions';
import { texts } from '../../platform/texts.ts';

/** The roles of members, for other texts that contain them. */
export const memberRoleNames: Readonly<Record<'en' | 'de', Record<MemberRole, string>>> = {
  en: { READER: 'Reader', EDITOR: 'Editor', OWNER: 'Owner' },
  de: { READER: 'Leser', EDITOR: 'Bearbeiter', OWNER: 'Eigentümer' },
};

export const useMemberRoleTexts = texts(memberRoleNames);
