import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  changeOrganizationalUnit,
  createOrganizationalUnit,
} from '@annals/contracts/organizational-units';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { isAnnounced } from '../../platform/api/announced.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Permitted } from '../../domain/permissions/Permitted.tsx';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { bodyOf, validationRules, emptyUnit, type UnitValues } from './unit-form.ts';
import { parentsOf, UnitFrame } from './unit-page-parts.tsx';
import { UnitFields } from './UnitFields.tsx';
import { unitQuery } from '../../domain/permissions/unit.queries.ts';
import { useGracePeriodTexts } from '../../domain/second-factors/grace-period.texts.ts';
import { useUnitTexts } from './units.texts.ts';

/** Creates an organizational unit below the one in `?parentId=` and opens its page. */
export function NewUnitPage() {
  const parentId = oneOf(usePageLocation().search['parentId']);
  if (parentId === undefined) return <NewUnit parent={null} />;
  return (
    <UnitFrame>
      <NewUnitBelow key={parentId} parentId={parentId} />
    </UnitFrame>
  );
}

function NewUnitBelow({ parentId }: { parentId: string }) {
  return <NewUnit parent={useSuspenseQuery(unitQuery(parentId)).data} />;
}

function NewUnit({ parent }: { parent: OrganizationalUnit | null }) {
  const t = useUnitTexts();
  return (
    <>
      <PageHeader title={t.newUnit} parents={parentsOf(parent ?? undefined, t, true)} />
      <Permitted permission="organizational-units:write" mayChange={parent?.mayChange}>
        <NewUnitForm parent={parent} />
      </Permitted>
    </>
  );
}

function NewUnitForm({ parent }: { parent: OrganizationalUnit | null }) {
  const t = useUnitTexts();
  const router = useRouter();
  // If only the second call fails, the unit already exists.
  const [made, setMade] = useState<OrganizationalUnit>();
  const toUnit = ({ id }: OrganizationalUnit) =>
    router.history.push(
      // A service may return no body.
      id === ''
        ? pathTo('v1-organizational-units')
        : pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }),
    );
  const grace = useGracePeriodTexts();
  const form = useGuardedForm({
    initialValues: { ...emptyUnit, parentId: parent },
    validate: validationRules(t),
    save: async (values) => {
      const unit = made ?? (await create(values));
      setMade(unit);
      return complete(unit, values);
    },
    onSaved: (unit, { name }) => {
      showToast({ message: t.created(unit.name ?? name) });
      void invalidateUsers();
      toUnit(unit);
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.create}
      failed={made ? t.notComplete : t.notCreated}
      labels={{
        name: t.name,
        parentId: t.parent,
        emailDomains: t.emailDomains,
        secondFactorRequired: t.secondFactor,
        secondFactorGraceHours: grace.gracePeriod,
      }}
      onCancel={() => {
        if (made) void invalidateUsers();
        if (parent) toUnit(parent);
        else router.history.push(pathTo('v1-organizational-units'));
      }}
    >
      <UnitFields form={form} />
    </GuardedForm>
  );
}

function create(values: UnitValues): Promise<OrganizationalUnit> {
  const { name, parentId } = bodyOf(values);
  return call(createOrganizationalUnit, {
    query: { name, ...(parentId !== null && { parentId }) },
    body: {},
  });
}

/**
 * The creating call takes only name and parent; the other fields, which the form has for our service only, follow in a
 * second call.
 */
async function complete(unit: OrganizationalUnit, values: UnitValues): Promise<OrganizationalUnit> {
  const body = bodyOf(values);
  const isComplete =
    unit.id === '' ||
    !isAnnounced('authentication') ||
    (body.emailDomains.length === 0 &&
      !body.secondFactorRequired &&
      body.name === unit.name &&
      body.parentId === (unit.parentId ?? null));
  if (isComplete) return unit;
  return call(changeOrganizationalUnit, { params: { organizationalUnitId: unit.id }, body });
}
