import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import {
  getOrganizationalUnit,
  listOrganizationalUnits,
} from '@annals/contracts/organizational-units';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { invalidate } from '../../platform/api/query.ts';
import { EmailDomains } from '../../domain/email-domains/EmailDomains.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import { treeOf, unitsBelow } from './unit-tree.ts';
import { UnitTree } from './UnitTree.tsx';
import classes from './UnitsPage.module.css';
import { unitProvidersQuery, unitsQuery } from './organizational-units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

const UnitRoles = lazyNamed(() => import('./UnitRoles.tsx'), 'UnitRoles');

interface UnitOverviewProps {
  unit: OrganizationalUnit;
  mayWrite: boolean;
}

/** Services that may ignore these filters are not asked: they would return everything. */
export function UnitOverview({ unit, mayWrite }: UnitOverviewProps) {
  const t = useUnitTexts();
  const hasMore = useCapability('authentication');
  return (
    <div className={classes.panels}>
      <div className={classes.column}>
        <Details unit={unit} />
        {unit.domains && (
          <Panel title={t.emailDomains}>
            <EmailDomains
              owner={{ organizationalUnitId: unit.id }}
              domains={unit.domains}
              mayWrite={mayWrite}
              onVerified={() => void invalidate(getOrganizationalUnit, listOrganizationalUnits)}
            />
          </Panel>
        )}
        <Roles unit={unit} mayWrite={mayWrite} />
        {hasMore && <Providers unit={unit} />}
        <AdditionalFields row={getOrganizationalUnit} value={unit} />
      </div>
      {hasMore && <Below unit={unit} mayWrite={mayWrite} />}
    </div>
  );
}

function Details({ unit }: { unit: OrganizationalUnit }) {
  const t = useUnitTexts();
  const { emailDomains, domains, secondFactorRequired: required, userCount, totalUserCount } = unit;
  const listsMembers = useCapability('authentication');
  const mayAssign = useMay('users:write');
  const showMembers = listsMembers ? t.showMembers : mayAssign && t.assign;
  const members = pathTo('v1-organizational-units-orgUnitId-users', { orgUnitId: unit.id });
  return (
    <Panel title={t.details}>
      <Facts
        facts={[
          [
            t.people,
            userCount !== undefined || showMembers !== false ? (
              <PathLink key="members" to={members}>
                {userCount === undefined ? showMembers : t.members(userCount)}
              </PathLink>
            ) : undefined,
          ],
          ...(totalUserCount !== undefined && totalUserCount !== userCount
            ? [
                [
                  t.allMembers,
                  <PathLink key="all" to={`${members}?below=true`}>
                    {t.members(totalUserCount)}
                  </PathLink>,
                ] as const,
              ]
            : []),
          ...(domains ? [] : [[t.emailDomains, emailDomains?.join(', ')] as const]),
          [
            t.secondFactor,
            required === undefined ? undefined : required ? t.required : t.notRequired,
          ],
          [t.createdDate, momentFact(unit.createdDate)],
        ]}
      />
    </Panel>
  );
}

function Below({ unit, mayWrite }: UnitOverviewProps) {
  const t = useUnitTexts();
  const router = useRouter();
  const toNew = pathTo('v1-organizational-units-new', {}, { parentId: unit.id });
  return (
    <QueryPanel
      title={t.below}
      query={useQuery(unitsQuery)}
      action={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => router.history.push(toNew)}>
            {t.newBelow}
          </Button>
        )
      }
    >
      {({ data }) => {
        const below = unitsBelow(data, unit.id);
        if (below.length === 0) return <p className={classes.quiet}>{t.noBelow}</p>;
        return <UnitTree nodes={treeOf(below)} openTo={1} />;
      }}
    </QueryPanel>
  );
}

function Roles({ unit, mayWrite }: UnitOverviewProps) {
  const t = useUnitTexts();
  const labelsOf = useRoleLabels();
  const [changing, setChanging] = useState(false);
  if (unit.roles === undefined) return null;
  return (
    <Panel
      title={t.roles}
      action={
        mayWrite && (
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {t.changeRoles}
          </Button>
        )
      }
    >
      {unit.roles.length === 0 ? (
        <p className={classes.quiet}>{t.noRoles}</p>
      ) : (
        <>
          <ul className={classes.list}>
            {unit.roles.map((role) => (
              <li key={role}>{labelsOf({ name: role }).name}</li>
            ))}
          </ul>
          <p className={classes.quiet}>{t.rolesHint}</p>
        </>
      )}
      {changing && (
        <Suspense>
          <UnitRoles unit={unit} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

function Providers({ unit }: { unit: OrganizationalUnit }) {
  const t = useUnitTexts();
  return (
    <QueryPanel title={t.providers} query={useQuery(unitProvidersQuery(unit.id))} lines={1}>
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.quiet}>{t.noProviders}</p>
        ) : (
          <ul className={classes.list}>
            {data.map((provider) => (
              <li key={provider.id}>
                <PathLink to={pathTo('v1-identity-providers-idpId', { idpId: provider.id })}>
                  {shownName(provider.name, provider.id)}
                </PathLink>
              </li>
            ))}
          </ul>
        )
      }
    </QueryPanel>
  );
}
