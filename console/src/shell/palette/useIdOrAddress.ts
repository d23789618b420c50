import {
  IconApps,
  IconDatabase,
  IconExternalLink,
  IconFileText,
  IconLink,
  IconLogin2,
  IconSitemap,
  IconTimeline,
  IconUser,
} from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { matchRoute, type RouteName } from '@annals/contracts/routes';
import { shortenId } from '../../ui/ids/display-names.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useMayOpen } from '../../domain/permissions/may-open.ts';
import { type FoundThing, lookups, thingOfIdQuery } from './find-id.queries.ts';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { type PaletteTexts, usePaletteTexts } from './palette.texts.ts';
import { parseIdOrAddress, type PastedAddress } from './parse-id-or-address.ts';

const icons = {
  partition: IconDatabase,
  object: IconFileText,
  timeline: IconTimeline,
  user: IconUser,
  application: IconApps,
  organizationalUnit: IconSitemap,
  identityProvider: IconLogin2,
};

interface IdOrAddressResults {
  groups: PaletteGroup[];
  isLoading: boolean;
  /** Whether the text is an id or a URL, and not a name. */
  is: 'id' | 'address' | undefined;
  /** Whether an id was looked for everywhere; other services cannot be asked for every kind of thing. */
  isComplete: boolean;
}

/** The page for a pasted id or address. */
export function useIdOrAddress(typed: string, partitionId: string | undefined): IdOrAddressResults {
  const t = usePaletteTexts();
  const mayOpen = useMayOpen();
  const knowsOurIds = useCapability('data');
  const pasted = parseIdOrAddress(typed, window.location.origin, !knowsOurIds);
  const id = pasted?.kind === 'id' ? pasted.id : undefined;
  const results = useQueries({
    queries: lookups
      .filter(({ page }) => mayOpen(page))
      .map((lookup) => thingOfIdQuery(lookup, id, partitionId)),
  });
  if (pasted === undefined)
    return { groups: [], isLoading: false, is: undefined, isComplete: true };
  if (pasted.kind === 'address') {
    const items = itemsOfAddress(pasted, mayOpen, t);
    const groups = items.length === 0 ? [] : [{ id: 'address', heading: t.address, items }];
    return { groups, isLoading: false, is: 'address', isComplete: true };
  }
  const found = results.flatMap(({ data = [] }) => data);
  const items = found.map((thing) => itemOf(thing, t));
  return {
    groups: items.length === 0 ? [] : [{ id: 'id', heading: t.thisId, items }],
    isLoading: results.some(({ isFetching }) => isFetching),
    is: 'id',
    isComplete: knowsOurIds && !results.some(({ isError }) => isError),
  };
}

function itemOf({ kind, name, path, partitionName, version }: FoundThing, t: PaletteTexts) {
  const count = kind === 'object' ? version?.modificationCount : undefined;
  const parts = [
    t.kinds[kind],
    count === undefined ? undefined : t.versionOf(count),
    version?.type,
    partitionName,
  ];
  // "Version · version 6" would repeat itself.
  const detail = (count === undefined ? parts : parts.slice(1)).filter(Boolean).join(' · ');
  return { id: `id:${kind}:${path}`, label: name, detail, icon: icons[kind], path };
}

function itemsOfAddress(
  { page, detail, elsewhere }: PastedAddress,
  mayOpen: (route: RouteName) => boolean,
  t: PaletteTexts,
): PaletteItem[] {
  const items: PaletteItem[] = [];
  if (page?.route === 'alias')
    items.push({
      id: 'address:alias',
      label: t.openAlias(decodeText(page.path.slice('/a/'.length))),
      icon: IconLink,
      path: page.path,
    });
  else if (page !== undefined && mayOpen(page.route))
    items.push({
      id: 'address:page',
      label: elsewhere ? t.openHere : t.openAddress,
      detail: page.path,
      icon: IconExternalLink,
      path: page.path,
    });
  const route = detail && matchRoute(detail.path)?.name;
  if (detail && route && mayOpen(route))
    items.push({
      id: 'address:detail',
      label: t.detail[detail.kind],
      detail: shortenId(decodeText(idIn(detail.path))),
      icon: icons[detail.kind],
      path: detail.path,
    });
  return items;
}

function idIn(path: string): string {
  return (
    path
      .replace(/\/objects$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
