import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import { alwaysHeldScope, type Scope, scopes } from '@annals/contracts/permissions';
import { labelFor } from '../states/label-for.ts';
import { texts } from '../texts.ts';
import classes from './ScopeField.module.css';

const useScopeTexts = texts({
  en: { names: { read: 'Read', write: 'Write', admin: 'Administer' } },
  de: { names: { read: 'Lesen', write: 'Schreiben', admin: 'Verwalten' } },
});

interface ScopeFieldProps extends Omit<CheckboxGroupProps<Scope>, 'children'> {
  /** Describes what each scope allows. */
  hints: Readonly<Record<Scope, string>>;
}

/** The scopes of a new token. */
export function ScopeField({ hints, ...group }: ScopeFieldProps) {
  const { names } = useScopeTexts();
  return (
    <Checkbox.Group {...group}>
      <div className={classes.choices}>
        {scopes.map((scope) => (
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
