import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import type { UnitNode } from './unit-tree.ts';
import classes from './UnitTree.module.css';
import { useUnitTexts } from './units.texts.ts';

interface UnitTreeProps {
  nodes: readonly UnitNode[];
  /** The number of levels that are expanded initially. */
  openTo: number;
}

/** The units as a tree, with their member counts. */
export function UnitTree({ nodes, openTo }: UnitTreeProps) {
  return (
    <ul className={classes.tree}>
      {nodes.map((node, index) => (
        <Branch key={node.unit.id || index} node={node} openTo={openTo} />
      ))}
    </ul>
  );
}

function Branch({ node: { unit, children }, openTo }: { node: UnitNode; openTo: number }) {
  const t = useUnitTexts();
  const [open, setOpen] = useState(openTo > 0);
  const name = shownName(unit.name, unit.id);
  const { userCount, totalUserCount } = unit;
  return (
    <li className={classes.branch}>
      <div className={classes.line}>
        {children.length > 0 ? (
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={open}
            aria-label={t.open(name)}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={16} stroke={2} aria-hidden />
          </UnstyledButton>
        ) : (
          <span className={classes.leaf} aria-hidden />
        )}
        <PathLink
          to={pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id })}
          className={classes.name}
        >
          {name}
        </PathLink>
        {userCount !== undefined && (
          <PathLink
            to={pathTo('v1-organizational-units-orgUnitId-users', { orgUnitId: unit.id })}
            className={classes.count}
          >
            {t.members(userCount)}
          </PathLink>
        )}
        {totalUserCount !== undefined && children.length > 0 && (
          <PathLink
            to={pathTo(
              'v1-organizational-units-orgUnitId-users',
              { orgUnitId: unit.id },
              { below: 'true' },
            )}
            className={classes.total}
          >
            {t.withBelow(totalUserCount)}
          </PathLink>
        )}
      </div>
      {open && children.length > 0 && <UnitTree nodes={children} openTo={openTo - 1} />}
    </li>
  );
}
