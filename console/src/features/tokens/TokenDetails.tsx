import type { ApiToken } from '../../platform/api/things.ts';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { NamedThing } from '../../domain/named-things/NamedThing.tsx';
import { IncidentLink } from '../../domain/incidents/IncidentLink.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { nameOfToken } from '../../domain/tokens/OwnedTokens.tsx';
import {
  tellsExpiry,
  scopeLabels,
  TokenExpiry,
  TokenOwner,
  type TokenViewer,
} from './token-columns.tsx';
import classes from './TokenFields.module.css';
import { useTokenTexts } from './tokens.texts.ts';

interface TokenDetailsProps {
  token: ApiToken;
  viewer: TokenViewer;
  onClose: () => void;
}

function ownerOf({ owner }: ApiToken): string | undefined {
  if (!owner) return undefined;
  return `${owner.kind === 'APPLICATION' ? 'application' : 'user'}/${owner.id}`;
}

/** All details of a token: its scopes and partitions, its last use, and its history. */
export function TokenDetails({ token, viewer, onClose }: TokenDetailsProps) {
  const t = useTokenTexts();
  const { id, prefix, partitionIds, createdDate, lastUsedDate, lastUsedAddress } = token;
  return (
    <Dialog title={nameOfToken(token)} onClose={onClose} size="xl">
      <div className={classes.details}>
        <Facts
          facts={[
            [t.owner, token.owner && <TokenOwner key="owner" token={token} viewer={viewer} />],
            [t.scopes, scopeLabels(token, t)],
            [
              t.partitions,
              partitionIds === null
                ? t.allPartitions
                : partitionIds?.map((partitionId, index) => (
                    <span key={partitionId}>
                      {index > 0 && ', '}
                      <NamedThing field="partitionIds" id={partitionId} />
                    </span>
                  )),
            ],
            [t.prefix, prefix && <code key="prefix">{prefix}…</code>],
            [t.created, createdDate && <Moment key="created" value={createdDate} withDate />],
            [
              t.expires,
              tellsExpiry(token) ? (
                <TokenExpiry key="expiry" token={token} t={t} withDate />
              ) : undefined,
            ],
            [
              t.lastUsed,
              lastUsedDate === null
                ? t.never
                : lastUsedDate && <Moment key="used" value={lastUsedDate} withDate />,
            ],
            [t.lastUsedFrom, lastUsedAddress],
            [t.id, <Id key="id" value={id} />],
          ]}
        />
        <IncidentLink
          subject={{ kind: 'token', id, name: nameOfToken(token), owner: ownerOf(token) }}
        />
        <EventHistory subject={`token/${id}`} title={t.history} />
      </div>
    </Dialog>
  );
}
