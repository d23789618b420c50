import type { ReactNode } from 'react';
import classes from './Facts.module.css';
import { Panel } from './Panel.tsx';
import { useStateTexts } from './states.texts.ts';

interface FactsProps {
  /** A name and a value: null and '' show as a dash, undefined omits the fact. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names with their values, stacked. */
export function Facts({ facts }: FactsProps) {
  const t = useStateTexts();
  const rows = facts.filter(([, value]) => value !== undefined);
  if (rows.length === 0) return <p className={classes.nothing}>{t.noDetails}</p>;
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A panel of facts; omitted without any. */
export function FactsPanel({ title, facts }: FactsProps & { title: string }) {
  if (facts.every(([, value]) => value === undefined)) return null;
  return (
    <Panel title={title}>
      <Facts facts={facts} />
    </Panel>
  );
}
