import { useQueries } from '@tanstack/react-query';
import { RoleEffects } from './RoleEffects.tsx';
import { unitQuery } from './unit.queries.ts';

interface UnitEffectsProps {
  /** The joined or left units. */
  units: readonly { id: string }[];
  way: 'assign' | 'unassign';
  /** Roles that are held in any case. */
  remaining?: readonly string[] | undefined;
  who?: string | undefined;
}

/** What a user gains or loses with the roles of units and their parents. */
export function UnitEffects({ units, way, remaining, who }: UnitEffectsProps) {
  const roles = useRolesThroughUnits(units.map(({ id }) => id));
  const [gained, lost] = way === 'assign' ? [roles, []] : [[], roles];
  return <RoleEffects gained={gained} lost={lost} remaining={remaining} who={who} />;
}

/**
 * The roles that members of these units have through them and their parents, as far as the signed-in user can
 * see them.
 */
export function useRolesThroughUnits(ids: readonly string[]): string[] {
  const units = useUnits(ids);
  const above = useUnits([...new Set(units.flatMap(({ path = [] }) => path.map(({ id }) => id)))]);
  return [...new Set([...units, ...above].flatMap(({ roles = [] }) => roles))];
}

const useUnits = (ids: readonly string[]) =>
  useQueries({
    queries: ids.filter((id) => id !== '').map((id) => unitQuery(id)),
  }).flatMap(({ data }) => data ?? []);
