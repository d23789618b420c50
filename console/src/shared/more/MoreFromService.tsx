import { useMemo } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import { Facts } from '../states/Facts.tsx';
import { Panel } from '../states/Panel.tsx';
import { moreOf } from './more-of.ts';
import classes from './MoreFromService.module.css';
import { useMoreTexts } from './more.texts.ts';

interface MoreFromServiceProps {
  /** The call that answered. */
  row: Pick<Endpoint, 'response'>;
  /** The thing as the page has it; undefined while it loads. */
  value: unknown;
}

/**
 * What the service says of a thing in words that this console does not know, unchanged. Our own services say nothing
 * that the contract has not, so that the panel is there for other services only.
 */
export function MoreFromService({ row, value }: MoreFromServiceProps) {
  const t = useMoreTexts();
  const more = useMemo(() => moreOf(row.response, value), [row, value]);
  if (more === undefined) return null;
  return (
    <Panel title={t.title}>
      <MoreFacts more={more} />
    </Panel>
  );
}

/** Names and values as the service wrote them. */
export function MoreFacts({ more }: { more: unknown }) {
  const t = useMoreTexts();
  const named = typeof more === 'object' && more !== null && !Array.isArray(more);
  const entries = Object.entries(named ? more : { [t.answer]: more });
  return <Facts facts={entries.map(([name, value]) => [name, <Raw key={name} value={value} />])} />;
}

/** A text as it is, anything else as JSON. */
function Raw({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={classes.text}>{value}</span>;
  const text = JSON.stringify(value, null, 2);
  return <code className={classes.json}>{text}</code>;
}
