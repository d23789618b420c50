import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import type { OrganizationalUnit } from '../../platform/api/things.ts';
import { visibleText } from '../../ui/ids/display-names.ts';
import { call } from '../../platform/api/call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Permitted } from '../../domain/permissions/Permitted.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { replaceUnit } from './replace-unit.ts';
import { validationRules, valuesOf } from './unit-form.ts';
import { parentsOf, UnitFrame } from './unit-page-parts.tsx';
import { UnitFields } from './UnitFields.tsx';
import { unitsBelow } from './unit-tree.ts';
import { unitQuery } from '../../domain/permissions/unit.queries.ts';
import { unitsQuery } from './organizational-units.queries.ts';
import { useGracePeriodTexts } from '../../domain/second-factors/grace-period.texts.ts';
import { useUnitTexts } from './units.texts.ts';

/** Changes an organizational unit: name, parent, email domains, second factor. */
export function EditUnitPage() {
  return (
    <UnitFrame>
      <EditUnit />
    </UnitFrame>
  );
}

function EditUnit() {
  const t = useUnitTexts();
  const { orgUnitId } = useParams({ from: '/v1/organizational-units/$orgUnitId/edit' });
  const query = useSuspenseQuery(unitQuery(orgUnitId));
  const unit = query.data;
  return (
    <>
      <PageHeader
        title={t.editTitle(visibleText(unit.name) ?? t.unit)}
        parents={parentsOf(unit, t, true)}
        query={query}
      />
      <Permitted permission="organizational-units:write" mayChange={unit.mayChange}>
        <UnitForm unit={unit} />
      </Permitted>
    </>
  );
}

function UnitForm({ unit }: { unit: OrganizationalUnit }) {
  const t = useUnitTexts();
  const router = useRouter();
  const units = useQuery(unitsQuery).data?.data ?? [];
  const except = [unit.id, ...unitsBelow(units, unit.id).map(({ id }) => id)];
  const params = { organizationalUnitId: unit.id };
  const toUnit = () =>
    router.history.push(pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id }));
  const grace = useGracePeriodTexts();
  const form = useGuardedForm({
    initialValues: valuesOf(unit),
    version: unit.version,
    validate: validationRules(t),
    save: (values, version) => replaceUnit(unit.id, values, version),
    latest: async () => {
      const now = await call(getOrganizationalUnit, { params });
      return { values: valuesOf(now), version: now.version };
    },
    onSaved: () => {
      showToast({ message: t.saved });
      void invalidateUsers();
      toUnit();
    },
  });
  return (
    <GuardedForm
      form={form}
      save={t.save}
      failed={t.notSaved}
      labels={{
        name: t.name,
        parentId: t.parent,
        emailDomains: t.emailDomains,
        secondFactorRequired: t.secondFactor,
        secondFactorGraceHours: grace.gracePeriod,
      }}
      onCancel={toUnit}
    >
      <UnitFields form={form} except={except} domains={unit.domains ?? undefined} />
    </GuardedForm>
  );
}
