import { useEffect, useRef, type MouseEvent } from 'react';
import { Keys } from '../shortcuts/Keys.tsx';
import { markMatches } from './match.ts';
import classes from './Palette.module.css';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './palette.texts.ts';

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** The text to highlight in names. */
  typed: string;
  active: PaletteItem | undefined;
  optionId: (item: PaletteItem) => string;
  onActive: (id: string) => void;
  onChoose: (item: PaletteItem, inNewTab: boolean) => void;
}

/** The list box; the focus stays in the field. */
export function PaletteList({ id, groups, ...rest }: PaletteListProps) {
  const t = usePaletteTexts();
  return (
    <div id={id} role="listbox" aria-label={t.results} className={classes.list}>
      {groups.map(({ id: groupId, heading, items }) => (
        <div key={groupId} role="group" aria-labelledby={`${id}-group-${groupId}`}>
          <div id={`${id}-group-${groupId}`} role="presentation" className={classes.heading}>
            {heading}
          </div>
          {items.map((item) => (
            <Option key={item.id} item={item} {...rest} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({
  item,
  typed,
  active,
  optionId,
  onActive,
  onChoose,
}: Omit<PaletteListProps, 'id' | 'groups'> & { item: PaletteItem }) {
  const element = useRef<HTMLDivElement>(null);
  const isActive = item === active;
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const choose = (event: MouseEvent) => {
    const isMiddle = event.button === 1;
    if (event.button === 0 || isMiddle) onChoose(item, isMiddle || event.ctrlKey || event.metaKey);
  };
  const ItemIcon = item.icon;
  return (
    // The keys that choose it are the field's, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={element}
      id={optionId(item)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={() => isActive || onActive(item.id)}
      onClick={choose}
      onAuxClick={choose}
    >
      <ItemIcon size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <span className={classes.label}>
        {markMatches(item.label, typed).map(({ from, text, hit }) =>
          hit ? (
            <mark key={from} className={classes.hit}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
      {item.detail && <span className={classes.detail}>{item.detail}</span>}
      {item.keys && <Keys keys={item.keys} />}
    </div>
  );
}
