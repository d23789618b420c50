import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { SimpleForm } from '../../shared/forms/SimpleForm.tsx';
import { pathTo } from '../../shared/links.ts';
import { useAliasTexts } from './alias-urls.texts.ts';
import classes from './AliasUrls.module.css';

/** Opens the alias with a name; accepts the address of an alias too. */
export function FindAlias() {
  const t = useAliasTexts();
  const router = useRouter();
  const [name, setName] = useState('');
  return (
    <SimpleForm
      className={classes.find}
      search={t.findAlias}
      onSubmit={() => {
        const alias = name.trim().replace(/^.*\/a\//, '');
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
      <Button type="submit" variant="default" disabled={name.trim() === ''}>
        {t.find}
      </Button>
    </SimpleForm>
  );
}
