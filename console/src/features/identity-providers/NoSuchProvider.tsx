import { pathTo } from '../../shared/links.ts';
import type { Crumb } from '../../shared/page/PageHeader.tsx';
import { AbsentPage } from '../../shared/page/AbsentPage.tsx';
import { PathLink } from '../../shared/page/PathLink.tsx';
import { type ProviderTexts, useProviderTexts } from './providers.texts.ts';

export function providersCrumb(t: ProviderTexts): Crumb {
  return { name: t.providers, to: pathTo('v1-identity-providers') };
}

export function NoSuchProvider() {
  const t = useProviderTexts();
  return (
    <AbsentPage
      title={t.noSuch}
      parents={[providersCrumb(t)]}
      hint={t.noSuchHint}
      action={<PathLink to={pathTo('v1-identity-providers')}>{t.all}</PathLink>}
    />
  );
}
