import type { ReactNode } from 'react';
import { Id } from '../../../ui/ids/Id.tsx';
import { CopyBlock } from '../../../ui/secrets/CopyBlock.tsx';
import type { LogHealth } from '../../../domain/proofs/log-health.queries.ts';
import { usePinned } from '../../../domain/proofs/pinned-checkpoints.ts';
import { Facts } from '../../../ui/states/Facts.tsx';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { Moment } from '../../../platform/time/Moment.tsx';
import classes from './ProofsTab.module.css';
import { type ProofsTabTexts, useProofsTabTexts } from './proofs-tab.texts.ts';

/**
 * The newest checkpoint, its signers, and whether it is consistent with the one this browser saw before.
 */
export function LogFacts({ partitionId, health }: { partitionId: string; health: LogHealth }) {
  const t = useProofsTabTexts();
  const pinned = usePinned(partitionId);
  const { head, claimed } = health;
  const bad = pinned?.alarm?.kind ?? (health.status === 'UNSIGNED' ? 'UNSIGNED' : undefined);
  const facts: (readonly [string, ReactNode])[] = [
    [
      t.status,
      bad === undefined ? (
        <StatusBadge key="standing" tone="good">
          {health.status === 'FIRST' ? t.first : t.consistent}
        </StatusBadge>
      ) : (
        <strong key="standing" className={classes.bad}>
          {t.alarms[bad]}
        </strong>
      ),
    ],
    [
      t.verifiedUpTo,
      pinned?.verified ? (
        <span key="verified" className={classes.several}>
          {t.entries(pinned.verified.size)} <Moment value={pinned.verified.date} />
        </span>
      ) : (
        t.notVerified
      ),
    ],
    [t.size, t.entries(claimed?.size ?? head.size)],
    [t.root, <Id key="root" value={head.root} />],
    [t.origin, claimed?.origin],
    [t.signedBy, <SignedBy key="key" verifierKey={head.key} signed={claimed !== undefined} />],
    [t.anchored, anchorLabel(head.anchor, t)],
    [
      t.pinned,
      pinned && (
        <span key="pinned" className={classes.several}>
          {t.entries(pinned.size)} <Moment value={pinned.date} />
        </span>
      ),
    ],
    [t.pinnedSince, pinned && <Moment key="since" value={pinned.since} absolute />],
  ];
  return (
    <div className={classes.facts}>
      <Facts facts={facts} />
      <details className={classes.note}>
        <summary>{t.note}</summary>
        <CopyBlock label={t.note} value={head.checkpoint} />
      </details>
    </div>
  );
}

/** The key id, and the whole verifier key to copy. */
function SignedBy({ verifierKey, signed }: { verifierKey: string; signed: boolean }) {
  const t = useProofsTabTexts();
  const [, keyId = ''] = verifierKey.split('+', 2);
  return (
    <span className={classes.several}>
      {signed ? t.key(keyId) : t.notSigned(keyId)} <Id value={verifierKey} />
    </span>
  );
}

/** The position of an earlier checkpoint of this log in the service log; the verification checks its format. */
function anchorLabel(anchor: LogHealth['head']['anchor'], t: ProofsTabTexts): string {
  if (!anchor) return t.notAnchored;
  const { index, text } = anchor;
  if (typeof index !== 'number' || typeof text !== 'string') return t.notAnchored;
  return t.anchoredAt(Number(text.split('\n', 2)[1]), index);
}
