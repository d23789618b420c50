import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listEvents } from '@annals/contracts/events';
import { product } from '../../platform/api/product.ts';
import { usePersonKey } from '../../platform/api/state.ts';
import { storeText, useStoredText } from '../../platform/api/stored-text.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import classes from './HomePage.module.css';
import { useWelcomeTexts } from './welcome.texts.ts';

const dayMs = 24 * 60 * 60_000;

/** A short introduction for new users. It leaves after the first day in a browser, or when it is dismissed. */
export function WhatsHere() {
  const t = useWelcomeTexts();
  const person = usePersonKey();
  const administers = useMay('users:write');
  const has = useCapabilities();
  const key = `${product}.whatsHere:${person}`;
  /** Until when it is shown. */
  const until = useStoredText(key);
  const [openedAt] = useState(() => Date.now());
  useEffect(() => {
    if (person !== undefined && until === null)
      storeText(key, new Date(Date.now() + dayMs).toISOString());
  }, [person, key, until]);
  if (person === undefined || (until !== null && Date.parse(until) <= openedAt)) return null;
  return (
    <div className={classes.welcome}>
      <Panel title={t.title}>
        <ul className={classes.points}>
          <li>{has('data') ? `${t.partitions} ${t.kept}` : t.partitions}</li>
          {has('data') && <li>{t.past}</li>}
          <li className={classes.keyboard}>{has('data') ? t.palette : t.paletteWithoutObjects}</li>
          {administers && has(listEvents) && <li>{t.administration}</li>}
          <li>{t.help}</li>
        </ul>
        <Button
          className={classes.dismiss ?? ''}
          size="xs"
          variant="default"
          onClick={() => storeText(key, new Date(openedAt).toISOString())}
        >
          {t.dismiss}
        </Button>
      </Panel>
    </div>
  );
}
