import type { ReactNode } from 'react';
import classes from './Facts.module.css';

interface FactsProps {
  /** Name and value; a value that is missing shows as a dash. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values, one under the other. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value === undefined || value === null || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
