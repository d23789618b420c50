import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { createAliasUrl, changeAliasUrl, visitAliasUrl } from '@annals/contracts/alias-urls';
import type { AliasUrl } from '../../platform/api/things.ts';
import { noSuchThing } from '../../platform/api/errors.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { jsonText } from '../../platform/json-values/json-values.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { AdditionalFacts, AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Facts } from '../../ui/states/Facts.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import { momentFact } from '../../platform/time/moment-fact.tsx';
import {
  aliasAddress,
  aliasPath,
  AliasStateBadge,
  stateOf,
  useAliasToggle,
} from './alias-state.tsx';
import { aliasQuery, aliasTargetQuery, type AliasLookup } from './alias-urls.queries.ts';
import { useAliasTexts, type AliasTexts } from './alias-urls.texts.ts';
import { AliasTarget } from './AliasTarget.tsx';
import classes from './AliasUrls.module.css';
import { FindAlias } from './FindAlias.tsx';

const EditAlias = lazyNamed(() => import('./EditAlias.tsx'), 'EditAlias');

/**
 * One alias: target, visits and actions. The look-up stays, whatever the service answers and however late, because it
 * needs nothing but the name.
 */
export function FoundAlias({ name }: { name: string }) {
  const t = useAliasTexts();
  return (
    <PageFrame
      name={name}
      title={name}
      parents={[{ name: t.aliases, to: pathTo('v1-alias-urls') }]}
      absent={{ ...t, noSuch: t.noSuch(name) }}
      header={<AliasHeader name={name} />}
      renderAround={(content) => (
        <>
          <FindAlias typed={name} />
          {content}
        </>
      )}
    >
      <AliasContent name={name} />
    </PageFrame>
  );
}

function AliasHeader({ name }: { name: string }) {
  const t = useAliasTexts();
  const query = useSuspenseQuery(aliasQuery(name));
  const { alias, others, unread, isUnknown } = query.data;
  if (others !== undefined || unread !== undefined)
    return <PageHeader title={titleOfOthers(name, query.data, t)} />;
  if (isUnknown) return <PageHeader title={t.nothingSaid(name)} absent />;
  if (!alias) throw noSuchThing();
  return (
    <PageHeader
      title={alias.alias}
      query={query}
      beside={<AliasStateBadge alias={alias} />}
      action={<Actions alias={alias} />}
    />
  );
}

function AliasContent({ name }: { name: string }) {
  const t = useAliasTexts();
  const lookup = useSuspenseQuery(aliasQuery(name)).data;
  const { alias, others, unread, isUnknown } = lookup;
  if (others !== undefined || unread !== undefined)
    return <ToldInstead name={name} lookup={lookup} />;
  if (isUnknown)
    return (
      <EmptyState
        hint={t.nothingSaidHint}
        action={<PathLink to={pathTo('v1-alias-urls')}>{t.all}</PathLink>}
      />
    );
  if (!alias) throw noSuchThing();
  return <AliasPanels alias={alias} />;
}

function titleOfOthers(name: string, { others }: AliasLookup, t: AliasTexts): string {
  if (others === undefined) return t.notRead(name);
  return others.some(({ alias }) => alias === name || alias === '')
    ? t.several(name)
    : t.noSuch(name);
}

const noAliases: readonly AliasUrl[] = [];
/** More would only be scrolled through. */
const maxOthers = 20;

/** What the service returned in place of one alias of that name. */
function ToldInstead({ name, lookup: { others = noAliases, unread } }: ToldInsteadProps) {
  const t = useAliasTexts();
  return (
    <div className={classes.panels}>
      <p className={classes.hint}>{unread === undefined ? t.toldInstead : t.notReadHint}</p>
      {unread !== undefined && (
        <Panel title={t.answer}>
          <AdditionalFacts more={unread} />
        </Panel>
      )}
      {others.slice(0, maxOthers).map((alias) => (
        <Panel
          key={jsonText(alias)}
          title={alias.alias || t.unnamed}
          action={<LookUp alias={alias} name={name} />}
        >
          <AliasFacts alias={alias} />
          <AdditionalFields row={createAliasUrl} value={alias} />
        </Panel>
      ))}
      {others.length > maxOthers && (
        <p className={classes.hint}>{t.moreOthers(others.length - maxOthers)}</p>
      )}
    </div>
  );
}

interface ToldInsteadProps {
  name: string;
  lookup: AliasLookup;
}

function LookUp({ alias: { alias }, name }: { alias: AliasUrl; name: string }) {
  const t = useAliasTexts();
  if (alias === '' || alias === name) return null;
  return <PathLink to={pathTo('v1-alias-urls', {}, { alias })}>{t.find}</PathLink>;
}

function AliasPanels({ alias }: { alias: AliasUrl }) {
  const t = useAliasTexts();
  // Addresses of the server lead to its target only with services that have the call.
  const hasAddress = useCapability(visitAliasUrl) && alias.target !== undefined;
  return (
    <div className={classes.panels}>
      <Panel
        title={t.facts}
        // Not a router link: the server redirects from there.
        action={hasAddress && <a href={aliasPath(alias.alias)}>{t.open}</a>}
      >
        <AliasFacts alias={alias} />
      </Panel>
      {hasAddress && <CopyBlock label={t.address} value={aliasAddress(alias.alias)} />}
      <AdditionalFields row={createAliasUrl} value={alias} />
    </div>
  );
}

function AliasFacts({ alias }: { alias: AliasUrl }) {
  const t = useAliasTexts();
  const { deactivatedDate, expiryDate, visits, lastVisitDate, createdDate, createdUserName } =
    alias;
  return (
    <>
      <Facts
        facts={[
          [t.target, alias.target && <AliasTarget key="target" alias={alias} />],
          [t.expiry, momentFact(expiryDate, { never: t.never, absolute: true })],
          [t.deactivatedDate, momentFact(deactivatedDate ?? undefined)],
          [t.visits, visits],
          [t.lastVisit, momentFact(lastVisitDate, { never: t.notVisited })],
          [t.created, momentFact(createdDate)],
          [t.createdBy, createdUserName],
        ]}
      />
      {stateOf(alias) === 'BLOCKED' && <p className={classes.hint}>{t.blockedHint}</p>}
    </>
  );
}

/** What is done to an alias beside its reactivation, which the look-up offers. */
function Actions({ alias }: { alias: AliasUrl }) {
  const t = useAliasTexts();
  const toggle = useAliasToggle();
  const object = useQuery(aliasTargetQuery(alias));
  const [editing, setEditing] = useState(false);
  const state = stateOf(alias);
  const mayChange = useMay('alias-urls:write', changeAliasUrl);
  if (!mayChange) return null;
  return (
    <div className={classes.actions}>
      {(state === 'ACTIVE' || state === 'BLOCKED') && (
        <Button
          variant="default"
          loading={toggle.isPending}
          onClick={() => toggle.mutate({ alias, active: false })}
        >
          {t.deactivate}
        </Button>
      )}
      <ResponsiveButton
        icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
        data-shortcut="e"
        disabled={object.isLoading}
        onClick={() => setEditing(true)}
        {...EditAlias.onApproach}
      >
        {t.edit}
      </ResponsiveButton>
      {editing && (
        <Suspense>
          <EditAlias alias={alias} object={object.data} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
