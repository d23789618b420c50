import {
  IconContrast,
  IconCopy,
  IconKeyboard,
  IconLanguage,
  IconDoorExit,
  IconPlus,
  IconUserPlus,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { showToast } from '../../ui/feedback/toasts.ts';
import { copyText } from '../../ui/ids/copy-text.ts';
import { pathTo } from '../../platform/links.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMayI } from '../../domain/permissions/my-permissions.ts';
import { languages, setLanguage, useLanguage } from '../../platform/texts.ts';
import { setUtc, useUtc } from '../../platform/time/utc.ts';
import { colorSchemes, setColorScheme, useColorScheme } from '../../theme/color-scheme.ts';
import type { PaletteItem } from './palette-item.ts';
import { paletteTexts, usePaletteTexts } from './palette.texts.ts';

type Action = keyof (typeof paletteTexts)['en']['actionNames'];

/** Opens a page with its dialog; see `useDialogFromUrl`. */
const withDialog = { open: 'new' };

/** The commands that are available on every page. */
export function useActions(onShortcuts: () => void): PaletteItem[] {
  const t = usePaletteTexts();
  const router = useRouter();
  const mayI = useMayI();
  const has = useCapabilities();
  const scheme = useColorScheme();
  const language = useLanguage();
  const utc = useUtc();
  const nameAction = (action: Action, icon: Icon) => ({
    id: `action:${action}`,
    label: t.actionNames[action],
    icon,
    others: [paletteTexts.en.actionNames[action], paletteTexts.de.actionNames[action]],
  });
  const lead = (action: Action, may: boolean, path: string, icon = IconPlus): PaletteItem[] =>
    may ? [{ ...nameAction(action, icon), path }] : [];
  const act = (action: Action, icon: Icon, run: () => void): PaletteItem => ({
    ...nameAction(action, icon),
    run,
  });
  const copyAddress = async () => {
    const copied = await copyText(window.location.origin + router.history.location.href);
    const now = usePaletteTexts.now();
    showToast(copied ? { message: now.copied } : { message: now.notCopied, failed: true });
  };
  return [
    ...lead('invite', mayI('users:write'), pathTo('v1-users', {}, withDialog), IconUserPlus),
    ...lead('newToken', true, pathTo('v1-tokens-new')),
    ...lead(
      'newPartition',
      mayI('partitions:create') && has('POST /v1/partitions'),
      pathTo('v1-partitions', {}, withDialog),
    ),
    ...lead(
      'newApplication',
      mayI('applications:write') && has('POST /v1/applications'),
      pathTo('v1-applications', {}, withDialog),
    ),
    ...lead('newUnit', mayI('organizational-units:write'), pathTo('v1-organizational-units-new')),
    ...lead('newProvider', mayI('identity-providers:write'), pathTo('v1-identity-providers-new')),
    ...lead(
      'newAlias',
      mayI('alias-urls:write') && has('POST /v1/alias-url'),
      pathTo('v1-alias-urls', {}, withDialog),
    ),
    act('copy', IconCopy, () => void copyAddress()),
    ...colorSchemes
      .filter((each) => each !== scheme)
      .map((each) => act(each, IconContrast, () => setColorScheme(each))),
    ...languages
      .filter((each) => each !== language)
      .map((each) => act(each, IconLanguage, () => setLanguage(each))),
    act(utc ? 'local' : 'utc', IconWorld, () => setUtc(!utc)),
    { ...act('shortcuts', IconKeyboard, onShortcuts), keys: '?' },
    act('logout', IconDoorExit, pressLogout),
  ];
}

/** The button itself asks for confirmation if there are unsaved changes. */
function pressLogout(): void {
  document.querySelector<HTMLElement>('[data-logout]')?.click();
}
