import { pathTo } from '../../platform/links.ts';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
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
