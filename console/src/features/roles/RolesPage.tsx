import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { createRole } from '@annals/contracts/roles';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Tabs } from '../../ui/tabs/Tabs.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { CompareRoles } from './CompareRoles.tsx';
import { RoleList } from './RoleList.tsx';
import { useRoleTexts } from './roles.texts.ts';

const RoleEditor = lazyNamed(() => import('./RoleEditor.tsx'), 'RoleEditor');

/** All roles: what each grants and how many hold it, and a comparison of two. */
export function RolesPage() {
  const t = useRoleTexts();
  const mayDefine = useMay('roles:write', createRole);
  const [isDefining, setDefining] = useState(false);
  return (
    <>
      <PageHeader
        title={t.roles}
        action={
          mayDefine && (
            <ResponsiveButton
              icon={<IconPlus size={16} stroke={2} aria-hidden />}
              data-shortcut="n"
              onClick={() => setDefining(true)}
              {...RoleEditor.onApproach}
            >
              {t.newRole}
            </ResponsiveButton>
          )
        }
      />
      <Tabs
        label={t.roles}
        tabs={[
          { id: 'all', name: t.all, content: <RoleList mayDefine={mayDefine} /> },
          {
            id: 'compare',
            name: t.compare,
            content: <CompareRoles />,
            needs: 'authentication',
          },
        ]}
      />
      <Suspense>
        {isDefining && <RoleEditor edited={undefined} onClose={() => setDefining(false)} />}
      </Suspense>
    </>
  );
}
