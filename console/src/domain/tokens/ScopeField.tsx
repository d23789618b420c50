import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import { alwaysHeldScope, type TokenScope, tokenScopes } from '@annals/contracts/permissions';
import { labelFor } from '../../ui/states/label-for.ts';
import { texts } from '../../platform/texts.ts';
import classes from './ScopeField.module.css';

const useScopeTexts = texts({
  en: { names: { read: 'Read', write: 'Write', admin: 'Administer' } },
  de: { names: { read: 'Lesen', write: 'Schreiben', admin: 'Verwalten' } },
});

interface ScopeFieldProps extends Omit<CheckboxGroupProps<TokenScope>, 'children'> {
  /** Describes what each scope allows. */
  hints: Readonly<Record<TokenScope, string>>;
}

/** The scopes of a new token. */
export function ScopeField({ hints, ...group }: ScopeFieldProps) {
  const { names } = useScopeTexts();
  return (
    <Checkbox.Group {...group}>
      <div className={classes.choices}>
        {tokenScopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={labelFor(names, scope)}
            description={hints[scope]}
            disabled={scope === alwaysHeldScope}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
