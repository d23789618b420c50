import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { visitAliasUrl } from '@annals/contracts/alias-urls';
import { LookUpForm } from '../../ui/forms/LookUpForm.tsx';
import { pathTo } from '../../platform/links.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useAliasToggle } from './alias-state.tsx';
import { useAliasTexts } from './alias-urls.texts.ts';

/**
 * Opens or reactivates the alias with a name; accepts the address of an alias too, where aliases have one. Both need nothing
 * but the calls of the specification, so they are there whatever the service says about its aliases; another vendor's
 * service may let anybody reactivate them.
 */
export function FindAlias({ typed = '' }: { typed?: string }) {
  const t = useAliasTexts();
  const router = useRouter();
  const [name, setName] = useState(typed);
  const mayWrite = useMay('alias-urls:write');
  const isOurs = useCapability('authentication');
  const toggle = useAliasToggle();
  const hasAddresses = useCapability(visitAliasUrl);
  const alias = hasAddresses ? name.trim().replace(/^.*\/a\//, '') : name.trim();
  return (
    <LookUpForm
      label={t.findAlias}
      lookUp={t.find}
      typed={name}
      onType={setName}
      maxLength={300}
      wanted={alias}
      onLookUp={(wanted) => router.history.push(pathTo('v1-alias-urls', {}, { alias: wanted }))}
    >
      {(mayWrite || !isOurs) && (
        <Button
          variant="default"
          disabled={alias === ''}
          loading={toggle.isPending}
          onClick={() => toggle.mutate({ alias: { alias }, active: true })}
        >
          {t.reactivate}
        </Button>
      )}
    </LookUpForm>
  );
}
