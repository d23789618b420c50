import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listFactors } from '@annals/contracts/account';
import { product } from '../platform/api/product.ts';
import { queryOf } from '../platform/api/query.ts';
import { usePersonKey } from '../platform/api/state.ts';
import { storeText, useStoredText } from '../platform/api/stored-text.ts';
import { pathTo } from '../platform/links.ts';
import { PathLink } from '../ui/page/PathLink.tsx';
import classes from './PasskeyOffer.module.css';
import { usePasskeyOfferTexts } from './passkey-offer.texts.ts';
import { passwordWasUsed } from '../domain/second-factors/passkey-offer.ts';

/** After a sign-in with a password: offers a passkey to those who have none, until they decline in this browser. */
export function PasskeyOffer() {
  const t = usePasskeyOfferTexts();
  const person = usePersonKey();
  const key = `${product}.noPasskey:${person}`;
  const [isDeclined, setDeclined] = useState(false);
  const wasDeclined = useStoredText(key) !== null;
  const { data: factors } = useQuery({ ...queryOf(listFactors), enabled: !wasDeclined });
  const hasPasskey = factors?.data.some(({ kind }) => kind === 'PASSKEY') ?? true;
  if (wasDeclined || isDeclined || hasPasskey || factors?.passkeysAvailable !== true) return null;
  const decline = () => {
    setDeclined(true);
    try {
      storeText(key, new Date().toISOString());
    } catch {
      // A browser without storage offers it again.
    }
  };
  return (
    <aside className={classes.offer} aria-label={t.title}>
      <span>
        <strong>{t.title}</strong> {t.how}
      </span>
      <span className={classes.buttons}>
        <PathLink
          to={pathTo('user-management', {}, { tab: 'security', open: 'new' })}
          onClick={() => passwordWasUsed.set(false)}
        >
          {t.create}
        </PathLink>
        <Button size="xs" variant="default" onClick={decline}>
          {t.notNow}
        </Button>
      </span>
    </aside>
  );
}
