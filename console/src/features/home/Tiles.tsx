import {
  IconActivityHeartbeat,
  IconArrowsExchange,
  IconListCheck,
  IconShieldCheck,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCapability } from '../../platform/capabilities.ts';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import cards from './Cards.module.css';
import { useHomeTexts } from './home.texts.ts';
import classes from './HomePage.module.css';
import { useSystemProblemCount } from './NeedsAttention.tsx';
import { useAreAllWell } from './services.ts';

interface Tile {
  name: string;
  hint: string;
  icon: Icon;
  to: string;
  /** The hint becomes shorter later. */
  keepsRoom?: true;
}

/**
 * The pages that the side menu does not name and that one would not look for on another page, as far as the user may open
 * them.
 */
export function Tiles() {
  const t = useHomeTexts();
  const tiles = useTiles();
  if (tiles.length === 0) return null;
  return (
    <section aria-labelledby="home-tiles">
      <div className={classes.head}>
        <h2 id="home-tiles">{t.more}</h2>
      </div>
      <ul className={cards.cards} data-size="small">
        {tiles.map(({ name, hint, icon: TileIcon, to, keepsRoom }) => (
          <li key={to}>
            <PathLink to={to} className={cards.card}>
              <span className={classes.tile}>
                <TileIcon size={16} stroke={1.75} aria-hidden />
                {name}
              </span>
              <span className={classes.hint} data-keeps-room={keepsRoom}>
                {hint}
              </span>
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useTiles(): Tile[] {
  const t = useHomeTexts();
  const mayOffer = useMayOfferPage();
  const mayReadEvents = useMay('events:read') && mayOffer('audit-log');
  // Auditors only read: their tile promises nothing that they cannot do.
  const mayUndo = useMay('users:write');
  const mayReadSystem = useMay('operations:read') && mayOffer('system');
  const isKnown = useQuery(rolesQuery()).isSuccess;
  const areAllWell = useAreAllWell(isKnown && mayReadSystem);
  // The queue leads to the same page if there is a problem; beside it, the tile would say that all is well.
  const hasProblems = useSystemProblemCount() > 0;
  const hasMeanings = useCapability('authentication');
  return [
    ...(mayReadEvents
      ? [
          { ...t.tiles.auditLog, icon: IconListCheck, to: pathTo('audit-log') },
          {
            ...(mayUndo ? t.tiles.accessChanges : t.tiles.accessChangesToRead),
            icon: IconUserCheck,
            // With what is undone most often beside the list.
            to: pathTo('audit-log', {}, { kind: 'ACCESS', open: 'newest' }),
          },
        ]
      : []),
    ...(mayReadSystem && !hasProblems
      ? [
          {
            ...t.tiles.system,
            ...(areAllWell && { hint: t.allWell }),
            icon: IconActivityHeartbeat,
            to: pathTo('system'),
            keepsRoom: true as const,
          },
        ]
      : []),
    ...(mayOffer('migrations')
      ? [{ ...t.tiles.transfers, icon: IconArrowsExchange, to: pathTo('migrations') }]
      : []),
    {
      ...(hasMeanings ? t.tiles.roles : t.tiles.rolesByName),
      icon: IconShieldCheck,
      to: pathTo('roles'),
    },
  ];
}
