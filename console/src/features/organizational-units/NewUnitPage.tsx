import { useRouter } from '@tanstack/react-router';
import {
  changeOrganizationalUnit,
  createOrganizationalUnit,
  type OrganizationalUnit,
} from '@annals/contracts/organizational-units';
import { call } from '../../api/call.ts';
import { showToast } from '../../shared/feedback/toasts.ts';
import { GuardedForm } from '../../shared/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../shared/forms/useGuardedForm.ts';
import { pathTo } from '../../shared/links.ts';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { bodyOf, checksOf, emptyUnit, type UnitValues } from './unit-form.ts';
import { UnitFields } from './UnitFields.tsx';
import { forgetUnits } from './units.queries.ts';
import { useUnitTexts } from './units.texts.ts';

/** Creates an organizational unit and leads to it. */
export function NewUnitPage() {
  const t = useUnitTexts();
  const router = useRouter();
  const form = useGuardedForm({
    initialValues: emptyUnit,
    validate: checksOf(t),
    save: create,
    onSaved: (unit) => {
      showToast({ message: t.created(unit.name ?? '') });
      void forgetUnits();
      router.history.push(pathTo('v1-organizational-units-orgUnitId', { orgUnitId: unit.id }));
    },
  });
  return (
    <>
      <PageHeader
        title={t.newUnit}
        parents={[{ name: t.units, to: pathTo('v1-organizational-units') }]}
      />
      <GuardedForm
        form={form}
        save={t.create}
        failed={t.notCreated}
        labels={{
          name: t.name,
          parentId: t.parent,
          emailDomains: t.emailDomains,
          secondFactorRequired: t.secondFactor,
        }}
        onCancel={() => router.history.push(pathTo('v1-organizational-units'))}
      >
        <UnitFields form={form} />
      </GuardedForm>
    </>
  );
}

/** The call that creates takes name and place alone; what else was filled in follows in a second one. */
async function create(values: UnitValues): Promise<OrganizationalUnit> {
  const { name, parentId, ...more } = bodyOf(values);
  const unit = await call(createOrganizationalUnit, {
    query: { name, ...(parentId !== null && { parentId }) },
    body: {},
  });
  if (more.emailDomains.length === 0 && !more.secondFactorRequired) return unit;
  return call(changeOrganizationalUnit, {
    params: { organizationalUnitId: unit.id },
    body: more,
  });
}
