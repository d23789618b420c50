import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { productTitle } from '../../platform/api/product.ts';
import { useAppState } from '../../platform/api/state.ts';
import {
  controlOf,
  nameOf,
  pageKeys,
  rowLinks,
  type PageKey,
} from '../../ui/shortcuts/page-shortcuts.ts';
import { setSingleKeys, useSingleKeys } from '../../ui/shortcuts/single-keys.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { menuFor, menuKeys } from '../menu/menu-entries.ts';
import { useMenuTexts } from '../menu/menu.texts.ts';
import { Keys } from './Keys.tsx';
import classes from './ShortcutSheet.module.css';
import { useShortcutTexts } from './shortcuts.texts.ts';

interface Line {
  keys: string;
  label: string;
  /** Works without a modifier, so it can be switched off. */
  single?: boolean;
}

/** The list of shortcuts: the global ones, and those of the page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useShortcutTexts();
  const on = useSingleKeys();
  const goTo = useMenuLines();
  const onPage = usePageLines();
  return (
    <Dialog title={t.shortcuts} onClose={onClose} size="720">
      <div className={classes.sheet} data-off={!on || undefined}>
        <div>
          <Lines
            heading={t.everywhere}
            lines={[
              { keys: '$mod+k', label: t.palette },
              { keys: '?', label: t.sheet, single: true },
              { keys: 'Esc', label: t.close },
            ]}
          />
          <Lines heading={t.onPage} lines={onPage} none={t.nothingHere} />
        </div>
        <Lines heading={t.goTo} lines={goTo} />
      </div>
      <Checkbox
        className={classes.switch}
        label={t.singleKeys}
        description={t.singleKeysHint}
        checked={on}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </Dialog>
  );
}

function useMenuLines(): Line[] {
  const menu = useMenuTexts();
  const isMaster = useAppState((state) => state.isGlobalMaster);
  return menuFor(isMaster).flatMap(({ heading, entries }) =>
    entries.flatMap(({ route, label }): Line[] => {
      const key = menuKeys[route];
      if (key === undefined) return [];
      // Two entries have the same name, each below its own heading.
      const isOfProduct = heading === 'product' && label === 'users';
      const name = menu.entry[label];
      return [
        { keys: `g ${key}`, label: isOfProduct ? `${name} (${productTitle})` : name, single: true },
      ];
    }),
  );
}

function usePageLines(): Line[] {
  const t = useShortcutTexts();
  // Read when the sheet opens: the page behind it does not change.
  const [{ controls, hasRows }] = useState(() => ({
    controls: pageKeys.flatMap((key) => {
      const control = controlOf(key);
      return control ? [{ key, name: nameOf(control) }] : [];
    }),
    hasRows: rowLinks().length > 0,
  }));
  const fixed: Partial<Record<PageKey, string>> = {
    '/': t.search,
    t: t.moment,
    '[': t.previous,
    ']': t.next,
  };
  return [
    ...controls.map(({ key, name }) => ({ keys: key, label: fixed[key] ?? name, single: true })),
    ...(hasRows
      ? [
          { keys: 'j', label: t.nextRow, single: true },
          { keys: 'k', label: t.previousRow, single: true },
          { keys: '↵', label: t.openRow },
        ]
      : []),
  ];
}

function Lines({ heading, lines, none }: { heading: string; lines: Line[]; none?: string }) {
  return (
    <section className={classes.group}>
      <h3 className={classes.heading}>{heading}</h3>
      {lines.length === 0 && <p className={classes.none}>{none}</p>}
      <dl className={classes.lines}>
        {lines.map(({ keys, label, single }) => (
          <div key={keys} className={classes.line} data-single={single || undefined}>
            <dt>{label}</dt>
            <dd className={classes.keys}>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
