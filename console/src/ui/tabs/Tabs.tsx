import { Link, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { type Capability, useCapabilities } from '../../platform/capabilities.ts';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf, type PlainSearch } from '../../platform/search.ts';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import edges from '../OverflowEdges.module.css';
import { useOverflowEdges } from '../useOverflowEdges.ts';
import classes from './Tabs.module.css';

export interface Tab {
  /** The value in the URL, `?tab=…`. */
  id: string;
  name: string;
  /** Rendered beside the name: a count. */
  beside?: ReactNode;
  /** Rendered only once the tab is opened; its code may load later. */
  content: ReactNode;
  /** Loads the code of lazy content; its data is requested by the route's loader. */
  preload?: () => Promise<unknown>;
  /** The page that shows it, if that is another one. */
  page?: { path: string; tab?: string | undefined } | undefined;
  /** Former values in the URL that lead to it too. */
  others?: readonly string[];
  /** The required capabilities of the services. */
  needs?: Capability;
  /** Whether it contains a form: once opened, it stays mounted, so that nothing written is lost. */
  keep?: boolean;
}

interface TabsProps {
  /** The accessible name of the tab list. */
  label: string;
  /** The first one is shown without `tab` in the URL. */
  tabs: readonly Tab[];
  /** The id of the only one that this page shows. */
  current?: string | undefined;
}

/**
 * Sections of a page of which one is shown, selected by the URL. Tabs are links, so that they can be opened in
 * a new window and Back returns to the previous one (WAI-ARIA tabs with manual activation). Switching tabs
 * keeps the moment or the previewed change set, and drops the list state of the previous tab.
 */
export function Tabs({ label, tabs: all, current }: TabsProps) {
  const has = useCapabilities();
  const tabs = all.filter(({ id, needs }) => needs === undefined || has(needs) || id === current);
  return tabs.length === 1 && all.length > 1 ? (
    <OnlyTab tab={tabs[0]} />
  ) : (
    <ShownTabs label={label} tabs={tabs} current={current} />
  );
}

/** If the services support only one section, it is the page. */
function OnlyTab({ tab }: { tab: Tab | undefined }) {
  return <Suspense fallback={<Coming />}>{tab?.content}</Suspense>;
}

function ShownTabs({ label, tabs, current }: TabsProps) {
  const id = useId();
  const list = useOverflowEdges();
  const router = useRouter();
  const { pathname, search } = usePageLocation();
  const tabInAddress = oneOf(search['tab']);
  const wanted = current ?? tabInAddress;
  const shown =
    tabs.find(
      ({ id: tabId, page, others }) =>
        page === undefined &&
        wanted !== undefined &&
        (tabId === wanted || others?.includes(wanted)),
    ) ?? tabs[0];
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (shown && !visited.includes(shown.id)) setVisited([...visited, shown.id]);

  const shownId = shown && `${id}-${shown.id}`;
  useEffect(() => {
    const tab = shownId === undefined ? null : document.getElementById(shownId);
    const row = tab?.parentElement;
    if (!tab || !row) return undefined;
    // On a narrow screen the list scrolls so that the selected tab is in its middle, also after resizing.
    const toTheMiddle = () => {
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    };
    toTheMiddle();
    const sizes = new ResizeObserver(toTheMiddle);
    sizes.observe(row);
    sizes.observe(tab);
    return () => sizes.disconnect();
  }, [shownId]);

  const searchOf = (tab: Tab): PlainSearch => ({
    ...(search['asOf'] !== undefined && { asOf: search['asOf'] }),
    ...(search['asHeld'] !== undefined && { asHeld: search['asHeld'] }),
    ...(search['changeSet'] !== undefined && { changeSet: search['changeSet'] }),
    ...(tab.page === undefined
      ? tab !== tabs[0] && current === undefined && { tab: tab.id }
      : tab.page.tab !== undefined && { tab: tab.page.tab }),
  });
  const pathOf = ({ page }: Tab) => page?.path ?? pathname;

  function onKeyDown(event: KeyboardEvent<HTMLAnchorElement>, index: number) {
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = tabs[(step + tabs.length) % tabs.length];
      if (next) document.getElementById(`${id}-${next.id}`)?.focus();
    }
    // A tab can also be opened with Space; a link only with Enter.
    const tab = tabs[index];
    if (event.key === ' ' && tab) {
      event.preventDefault();
      void router.navigate({
        to: pathOf(tab),
        search: searchOf(tab),
        resetScroll: tab.page !== undefined,
      });
    }
  }

  return (
    <>
      <div
        ref={list}
        className={`${classes.list} ${edges.edges}`}
        role="tablist"
        aria-label={label}
      >
        {tabs.map((tab, index) => (
          <Link
            key={tab.id}
            id={`${id}-${tab.id}`}
            role="tab"
            className={classes.tab}
            to={pathOf(tab)}
            search={searchOf(tab)}
            resetScroll={tab.page !== undefined}
            activeProps={{}}
            // A tab differs from the others of its page only in the query.
            activeOptions={{ exact: true, includeSearch: true }}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-${tab.id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onKeyDown={(event) => onKeyDown(event, index)}
            onMouseEnter={() => preloadTab(tab)}
            onFocus={() => preloadTab(tab)}
          >
            {tab.name}
            {tab.beside !== undefined && <span className={classes.beside}>{tab.beside}</span>}
          </Link>
        ))}
      </div>
      {tabs
        .filter((tab) => tab === shown || (tab.keep && visited.includes(tab.id)))
        .map((tab) => (
          <div
            key={tab.id}
            id={`${id}-${tab.id}-panel`}
            role="tabpanel"
            className={classes.panel}
            aria-labelledby={`${id}-${tab.id}`}
            hidden={tab !== shown}
          >
            <Suspense fallback={<Coming />}>{tab.content}</Suspense>
          </div>
        ))}
    </>
  );
}

/** Shown while the code of a tab is loading. */
function Coming() {
  return (
    <div aria-busy="true">
      <LineSkeletons lines={6} />
    </div>
  );
}

/** Like a link with its data: what fails now is requested again, and reported, when the tab is opened. */
function preloadTab({ preload }: Tab): void {
  preload?.().catch(() => undefined);
}
