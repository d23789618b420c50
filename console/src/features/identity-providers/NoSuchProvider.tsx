import { pathTo } from '../../shared/links.ts';
import type { Crumb } from '../../shared/page/Breadcrumb.tsx';
import { PageHeader } from '../../shared/page/PageHeader.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { type ProviderTexts, useProviderTexts } from './providers.texts.ts';

export function providersCrumb(t: ProviderTexts): Crumb {
  return { name: t.providers, to: pathTo('v1-identity-providers') };
}

export function NoSuchProvider() {
  const t = useProviderTexts();
  return (
    <>
      <PageHeader title={t.noSuch} parents={[providersCrumb(t)]} absent />
      <EmptyState
        title={t.noSuch}
        hint={t.noSuchHint}
        action={<PathLink to={pathTo('v1-identity-providers')}>{t.all}</PathLink>}
      />
    </>
  );
}
