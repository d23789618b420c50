import { useMemo } from 'react';
import type { Endpoint } from '@annals/contracts/endpoint';
import { isObject, jsonText } from '../../platform/json-values/json-values.ts';
import { Panel } from '../states/Panel.tsx';
import { additionalFieldsOf } from './additional-fields-of.ts';
import facts from '../states/Facts.module.css';
import classes from './AdditionalFields.module.css';
import { useAdditionalFieldsTexts } from './additional-fields.texts.ts';

interface AdditionalFieldsProps {
  /** The call that returned the item. */
  row: Pick<Endpoint, 'response'>;
  /** The item; undefined while loading. */
  value: unknown;
}

/**
 * Shows fields of an item that this console does not know, unchanged. Our own services return no such fields,
 * so the panel appears only for other services.
 */
export function AdditionalFields({ row, value }: AdditionalFieldsProps) {
  const t = useAdditionalFieldsTexts();
  const more = useMemo(() => additionalFieldsOf(row.response, value), [row, value]);
  if (more === undefined) return null;
  return (
    <Panel title={t.title}>
      <AdditionalFacts more={more} />
    </Panel>
  );
}

/** Names and values as returned by the service. */
export function AdditionalFacts({ more }: { more: unknown }) {
  const t = useAdditionalFieldsTexts();
  const entries = Object.entries(isObject(more) ? more : { [t.answer]: more });
  return (
    <dl className={`${facts.facts} ${classes.facts}`}>
      {entries.map(([name, value]) => (
        <div key={name} className={facts.fact}>
          <dt>{name}</dt>
          <dd>
            <Raw value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text unchanged, anything else as JSON. */
function Raw({ value }: { value: unknown }) {
  if (typeof value === 'string') return <span className={classes.text}>{value}</span>;
  return <code className={classes.json}>{jsonText(value)}</code>;
}
