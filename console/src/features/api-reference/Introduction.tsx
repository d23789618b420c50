import { CopyBlock } from '../../shared/secrets/CopyBlock.tsx';
import { apiAddress, codeOf } from '../../shared/copy-as/code-of-call.ts';
import { pathTo } from '../../shared/links.ts';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { Panel } from '../../shared/states/Panel.tsx';
import type { ApiCall, ApiDocument } from './api-document.ts';
import { useApiReferenceTexts } from './api-reference.texts.ts';
import classes from './ApiReferencePage.module.css';

interface IntroductionProps {
  document: ApiDocument;
  calls: readonly ApiCall[];
}

/** The address of the API, how to authenticate, and the areas. */
export function Introduction({ document, calls }: IntroductionProps) {
  const t = useApiReferenceTexts();
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
      <Panel title={t.areas} beside={document.tags.length}>
        <dl className={classes.overview} lang="en">
          {document.tags.map(({ name, description }) => (
            <div key={name}>
              <dt>
                {name}{' '}
                <span className={classes.quiet}>
                  {calls.filter(({ area }) => area === name).length}
                </span>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </>
  );
}
