import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { serviceOf } from '@annals/contracts/service-name';
import { useCapabilities, useHasApiReference } from '../../platform/capabilities.ts';
import { useFeedbackTexts } from '../../ui/feedback/feedback.texts.ts';
import { apiAddress, codeOf } from '../../ui/copy-as/code-of-call.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { pathTo } from '../../platform/links.ts';
import { normalizeForSearch } from '../../platform/normalize-for-search.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PageSearch } from '../../ui/page/PageSearch.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { Panel } from '../../ui/states/Panel.tsx';
import type { ApiCall, ApiDocument } from './api-document.ts';
import { apiDocumentQuery } from './api-reference.queries.ts';
import { useApiReferenceTexts } from './api-reference.texts.ts';
import classes from './ApiReferencePage.module.css';
import { CallDetails } from './CallDetails.tsx';
import { MethodBadge } from './MethodBadge.tsx';

/** Every call of the services: who may call it, its parameters and responses, and a form to try it. */
export function ApiReferencePage() {
  const t = useApiReferenceTexts();
  const { search } = usePageLocation();
  const callInAddress = oneOf(search['call']);
  const hasReference = useHasApiReference();
  // Always one line: the index of the calls stays where it is when the first one is opened.
  const parents = [
    { name: t.help, to: pathTo('help') },
    ...(callInAddress === undefined ? [] : [{ name: t.title, to: pathTo('api-reference') }]),
  ];
  if (!hasReference) return <NoReference />;
  return (
    <PageFrame name={t.title} title={t.title} parents={parents} lines={16}>
      <Reference callInAddress={callInAddress} />
    </PageFrame>
  );
}

function Reference({ callInAddress }: { callInAddress: string | undefined }) {
  const t = useApiReferenceTexts();
  const has = useCapabilities();
  const { document, calls: allCalls } = useSuspenseQuery(apiDocumentQuery).data;
  const calls = allCalls.filter(({ path }) => has(serviceOf(path)));
  const shown = callInAddress === undefined ? undefined : calls.find(isCalled(callInAddress));
  return (
    <>
      <PageHeader
        title={shown ? shown.name : t.title}
        action={
          // On a phone there is no room beside the name of a call.
          callInAddress === undefined && (
            <Button
              component="a"
              href="/openapi.json"
              download="annals-openapi.json"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t.document}
            </Button>
          )
        }
      />
      <div className={classes.page} data-call={callInAddress !== undefined || undefined}>
        <CallIndex document={document} calls={calls} shown={shown} />
        <div key={shown?.name ?? ''} className={classes.main}>
          {shown ? (
            <CallDetails call={shown} schemas={document.components.schemas} />
          ) : callInAddress !== undefined ? (
            <EmptyState
              title={t.noSuchCall}
              hint={t.noSuchCallHint}
              action={<PathLink to={pathTo('api-reference')}>{t.allCalls}</PathLink>}
            />
          ) : (
            <Introduction document={document} calls={calls} />
          )}
        </div>
      </div>
    </>
  );
}

/** The services are those of another vendor, whose calls nothing here describes. */
function NoReference() {
  const t = useApiReferenceTexts();
  const feedback = useFeedbackTexts();
  return (
    <>
      <PageHeader title={t.title} absent />
      <EmptyState
        title={feedback.notOffered}
        action={<PathLink to={pathTo('help')}>{t.guide}</PathLink>}
      />
    </>
  );
}

interface CallIndexProps {
  document: ApiDocument;
  calls: readonly ApiCall[];
  shown: ApiCall | undefined;
}

/** All calls by area, with a search. */
function CallIndex({ document, calls, shown }: CallIndexProps) {
  const t = useApiReferenceTexts();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => findCalls(calls, typed), [calls, typed]);
  const areas = document.tags
    .map(({ name }) => ({ name, calls: found.filter(({ area }) => area === name) }))
    .filter((area) => area.calls.length > 0);
  return (
    <nav className={classes.index} aria-label={t.calls}>
      <PageSearch label={t.search} value={typed} onChange={setTyped} />
      <output className={classes.count}>{t.count(found.length)}</output>
      <div className={classes.areas} lang="en">
        {areas.map((area) => (
          <section key={area.name}>
            <h2 className={classes.area}>{area.name}</h2>
            <ul className={classes.calls}>
              {area.calls.map((call) => (
                <li key={call.name}>
                  <PathLink
                    to={pathTo('api-reference', {}, { call: call.name })}
                    className={call === shown ? `${classes.call} ${classes.shown}` : classes.call}
                    isOneOfQueries
                    title={`${call.method} ${call.path}`}
                  >
                    <MethodBadge method={call.method} />
                    <span className={classes.name}>{call.name}</span>
                  </PathLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

/** The calls that contain each of the words in their name, path, area or summary. */
function findCalls(calls: readonly ApiCall[], typed: string): readonly ApiCall[] {
  const words = normalizeForSearch(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return calls;
  return calls.filter(({ name, method, path, area, summary }) => {
    const text = normalizeForSearch([name, method, path, area, summary].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Whether a call has this name, or this method and path, as in links from other pages. */
const isCalled =
  (asked: string) =>
  ({ name, method, path }: ApiCall): boolean =>
    name === asked || `${method} ${path}` === asked;

interface IntroductionProps {
  document: ApiDocument;
  calls: readonly ApiCall[];
}

/** The address of the API, how to authenticate, and the areas. */
function Introduction({ document, calls }: IntroductionProps) {
  const t = useApiReferenceTexts();
  const areas = document.tags
    .map((tag) => ({ ...tag, count: calls.filter(({ area }) => area === tag.name).length }))
    .filter(({ count }) => count > 0);
  return (
    <>
      <Panel title={t.start}>
        <div className={classes.text}>
          <p>
            {t.startHint} <PathLink to={pathTo('v1-tokens-new')}>{t.newToken}</PathLink>
          </p>
          <CopyBlock label={t.address} value={apiAddress()} />
          <CopyBlock
            label={t.firstCall}
            value={codeOf('curl', { method: 'GET', url: '/v1/users/current' })}
          />
          <p>
            <PathLink to={pathTo('help-chapter', { chapter: 'programs' })}>{t.guide}</PathLink>
          </p>
        </div>
      </Panel>
      <Panel title={t.rules}>
        <div className={classes.text} lang="en">
          {(document.info.description ?? '').split('\n\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Panel>
      <Panel title={t.areas} beside={areas.length}>
        <dl className={classes.overview} lang="en">
          {areas.map(({ name, description, count }) => (
            <div key={name}>
              <dt>
                {name} <span className={classes.quiet}>{count}</span>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
