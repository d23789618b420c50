import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { listOrganizationalUnits } from '@annals/contracts/organizational-units';
import { getDataSystem } from '@annals/contracts/system';
import { listUsers } from '@annals/contracts/users';
import { queryOf } from '../../platform/api/query.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { systemNotices } from '../../domain/system/system-problems.ts';
import { authenticationSystemQuery, dataSystemQuery } from '../../domain/system/system.queries.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { openPartitionsQuery } from './home.queries.ts';
import classes from './SetUp.module.css';
import { useSetUpTexts } from './set-up.texts.ts';

const peopleQuery = queryOf(listUsers, { query: { pageSize: 2 } });
const unitsQuery = queryOf(listOrganizationalUnits, { query: { pageSize: 1 } });
const providersQuery = queryOf(listIdentityProviders, { query: { pageSize: 1 } });

/**
 * The first steps of a new installation for those who can take them all, until there is a partition and a second
 * person. Undefined while that is unknown, null if it is not new.
 */
export function useSetUpSteps() {
  const t = useSetUpTexts();
  const mayCreate = useMay('partitions:create');
  const mayInvite = useMay('users:write');
  const maySeeSystem = useMay('operations:read', getDataSystem);
  const isOffered = mayCreate && mayInvite && maySeeSystem;
  const partitions = useQuery(openPartitionsQuery);
  // Whoever has set up several partitions needs no first steps, and nothing more is requested.
  const isYoung = (partitions.data?.data.length ?? 2) <= 1;
  const enabled = isOffered && isYoung;
  const people = useQuery({ ...peopleQuery, enabled });
  const units = useQuery({ ...unitsQuery, enabled });
  const providers = useQuery({ ...providersQuery, enabled });
  const authentication = useQuery({ ...authenticationSystemQuery, enabled });
  const data = useQuery({ ...dataSystemQuery, enabled });
  if (partitions.isLoading) return undefined;
  if (!enabled) return null;
  if ([people, units, providers, authentication, data].some(({ isLoading }) => isLoading))
    return undefined;
  const has = ({ data: page }: { data: { data: readonly unknown[] } | undefined }, count = 1) =>
    (page?.data.length ?? 0) >= count;
  if (has(partitions) && has(people, 2)) return null;
  const notices = systemNotices(authentication.data, data.data, authentication.dataUpdatedAt);
  return [
    { ...t.unit, isDone: has(units), to: pathTo('v1-organizational-units-new') },
    { ...t.people, isDone: has(people, 2), to: pathTo('v1-users', {}, { open: 'new' }) },
    { ...t.provider, isDone: has(providers), to: pathTo('v1-identity-providers-new') },
    { ...t.partition, isDone: has(partitions), to: pathTo('v1-partitions', {}, { open: 'new' }) },
    { ...t.backup, isDone: Boolean(data.data?.backup), to: pathTo('system') },
    {
      ...t.mail,
      isDone: authentication.data !== undefined && !notices.includes('mailsToFiles'),
      to: pathTo('system'),
    },
  ];
}

/** The checklist of a new installation. */
export function SetUp({ steps }: { steps: NonNullable<ReturnType<typeof useSetUpSteps>> }) {
  const t = useSetUpTexts();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className={classes.setUp}>
      <Panel title={t.title} beside={t.done(done, steps.length)}>
        <ol className={classes.steps}>
          {steps.map(({ name, hint, isDone, to }) => (
            <li key={name} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} className={classes.done} aria-hidden />
              ) : (
                <IconCircle size={20} stroke={1.5} className={classes.open} aria-hidden />
              )}
              <div>
                {isDone ? (
                  <span>
                    {name} <span className={classes.hint}>– {t.isDone}</span>
                  </span>
                ) : (
                  <>
                    <PathLink to={to}>{name}</PathLink>
                    <p className={classes.hint}>{hint}</p>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}
