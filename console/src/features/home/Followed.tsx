import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import {
  listUnseen,
  maxUnseen,
  type FollowedVersion,
  type UnseenSubscription,
} from '@annals/contracts/subscriptions';
import { showFailure } from '../../ui/feedback/toasts.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { followedName, followedPath } from '../../domain/subscriptions/followed-name.ts';
import { markChangesSeen, unseenQuery } from '../../domain/subscriptions/subscriptions.queries.ts';
import { useSubscriptionTexts } from '../../domain/subscriptions/subscriptions.texts.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import { VersionList } from '../../domain/versions/VersionLines.tsx';
import classes from './Followed.module.css';
import parts from './SinceLastVisit.module.css';

function useUnseen() {
  const isOffered = useCapability(listUnseen);
  // Capabilities of the service are known only after the roles have loaded.
  const isKnown = useQuery(rolesQuery()).isSuccess;
  return { isOffered, ...useQuery({ ...unseenQuery, enabled: isOffered && isKnown }) };
}

/** Whether it is still unknown if there are new changes. */
export function useIsFollowedPending(): boolean {
  const roles = useQuery(rolesQuery());
  const { isOffered, isFetched } = useUnseen();
  return isOffered && (!roles.isFetched || (roles.isSuccess && !isFetched));
}

const seenOf = ({ id, versions }: UnseenSubscription) => ({
  subscriptionId: id,
  sequence: Math.max(...versions.map(({ sequence }) => sequence)),
});

/** New changes of the user's subscriptions; renders nothing if there are none. */
export function Followed() {
  const t = useSubscriptionTexts();
  const { data } = useUnseen();
  const see = useMutation({
    mutationFn: markChangesSeen,
    onError: (error) => showFailure(t.notMarked, error),
  });
  const unseen = data?.data.filter(({ versions }) => versions.length > 0) ?? [];
  if (unseen.length === 0) return null;
  return (
    <div className={parts.panel}>
      <Panel
        title={t.page}
        action={
          <span className={classes.actions}>
            <PathLink to={pathTo('subscriptions')}>{t.manage}</PathLink>
            {unseen.length > 1 && (
              <Button
                size="xs"
                variant="default"
                loading={see.isPending}
                onClick={() => see.mutate(unseen.map(seenOf))}
              >
                {t.markAllSeen}
              </Button>
            )}
          </span>
        }
      >
        {unseen.map((subscription) => (
          <UnseenChanges
            key={subscription.id}
            subscription={subscription}
            onSeen={() => see.mutate([seenOf(subscription)])}
            isPending={see.isPending}
          />
        ))}
      </Panel>
    </div>
  );
}

interface UnseenChangesProps {
  subscription: UnseenSubscription;
  onSeen: () => void;
  isPending: boolean;
}

function UnseenChanges({ subscription, onSeen, isPending }: UnseenChangesProps) {
  const t = useSubscriptionTexts();
  const headingId = useId();
  const name = followedName(t, subscription);
  const { partitionId, partitionName, unseen, versions } = subscription;
  return (
    <section aria-labelledby={headingId} className={classes.subscription}>
      <div className={`${parts.head} ${classes.head}`}>
        <h3 id={headingId}>
          <PathLink to={followedPath(subscription)}>{name}</PathLink>
        </h3>
        <span className={classes.quiet}>
          {partitionName} · {t.newChanges(unseen, unseen >= maxUnseen)}
        </span>
        <Button
          size="xs"
          variant="default"
          aria-label={t.of(t.markSeen, name)}
          disabled={isPending}
          onClick={onSeen}
        >
          {t.markSeen}
        </Button>
      </div>
      <VersionList>
        {versions.map((version) => (
          <FollowedLine key={version.sequence} partitionId={partitionId} version={version} />
        ))}
      </VersionList>
      {unseen > versions.length && (
        <p className={classes.quiet}>{t.moreChanges(unseen - versions.length)}</p>
      )}
    </section>
  );
}

function FollowedLine({ partitionId, version }: { partitionId: string; version: FollowedVersion }) {
  const t = useSubscriptionTexts();
  const { objectId, objectType, title, event, userId, userName, modificationDate } = version;
  const { reason, changes, moreChanges } = version;
  return (
    <li className={classes.version}>
      <div className={`${parts.head} ${classes.head}`}>
        <span className={classes.title}>
          <PathLink
            to={pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId })}
          >
            {title ?? objectType}
          </PathLink>{' '}
          {t.events[event]} {t.by} {shownName(userName, userId)}
        </span>
        <Moment value={modificationDate} />
      </div>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ path, before, after, erased }) => (
            <li key={path}>
              <code>{path}</code>{' '}
              {erased ? (
                <em>{t.erased}</em>
              ) : (
                <>
                  <span>{before ?? t.nothing}</span> → <span>{after ?? t.nothing}</span>
                </>
              )}
            </li>
          ))}
          {moreChanges > 0 && <li className={classes.quiet}>{t.moreFields(moreChanges)}</li>}
        </ul>
      )}
      {reason !== null && <p className={classes.quiet}>{reason}</p>}
    </li>
  );
}
