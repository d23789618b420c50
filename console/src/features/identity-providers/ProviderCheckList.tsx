import { IconCheck, IconX } from '@tabler/icons-react';
import type { ProviderChecks } from '@annals/contracts/identity-providers';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { labelFor } from '../../ui/states/label-for.ts';
import classes from './ProviderFields.module.css';
import { useProviderTexts } from './providers.texts.ts';

/** The checks of a provider with their results. */
export function ProviderCheckList({ title, checks }: { title?: string; checks: ProviderChecks }) {
  const t = useProviderTexts();
  const serviceText = useServiceText();
  return (
    <>
      {title !== undefined && <p>{title}</p>}
      <ul className={classes.checks}>
        {checks.checks.map(({ name, ok, ...said }) => {
          const Icon = ok ? IconCheck : IconX;
          return (
            <li key={name} className={classes.check}>
              <Icon size={18} stroke={2.25} data-ok={ok} aria-label={ok ? t.yes : t.no} />
              <span className={classes.checkName}>{labelFor(t.checkNames, name)}</span>
              <span className={classes.message}>{serviceText(said)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
