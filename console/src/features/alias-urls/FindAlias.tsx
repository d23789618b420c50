import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SimpleForm } from '../../shared/forms/SimpleForm.tsx';
import { pathTo } from '../../shared/links.ts';
import { useMay } from '../../shared/permissions/my-permissions.ts';
import { useAliasToggle } from './alias-state.tsx';
import { useAliasTexts } from './alias-urls.texts.ts';
import classes from './AliasUrls.module.css';

/**
 * Opens or reactivates the alias with a name; accepts the address of an alias too. Both need nothing but the calls of the
 * specification, so they are there whatever the service says about its aliases.
 */
export function FindAlias({ typed = '' }: { typed?: string }) {
  const t = useAliasTexts();
  const router = useRouter();
  const [name, setName] = useState(typed);
  const mayWrite = useMay('alias-urls:write');
  const toggle = useAliasToggle();
  const alias = name.trim().replace(/^.*\/a\//, '');
  return (
    <SimpleForm
      className={classes.find}
      search={t.findAlias}
      onSubmit={() => {
        if (alias !== '') router.history.push(pathTo('v1-alias-urls', {}, { alias }));
      }}
    >
      <TextInput
        label={t.findAlias}
        className={classes.typed ?? ''}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={300}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={alias === ''}>
        {t.find}
      </Button>
      {mayWrite && (
        <Button
          variant="default"
          disabled={alias === ''}
          loading={toggle.isPending}
          onClick={() => toggle.mutate({ alias: { alias }, active: true })}
        >
          {t.reactivate}
        </Button>
      )}
    </SimpleForm>
  );
}
