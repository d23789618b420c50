import { pathTo } from '../../platform/links.ts';
import { PageFrame, type PageFrameProps } from '../../ui/page/PageFrame.tsx';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { type ProviderTexts, useProviderTexts } from './providers.texts.ts';

export function providersCrumb(t: ProviderTexts): Crumb {
  return { name: t.providers, to: pathTo('v1-identity-providers') };
}

/** The frame of the pages of one provider. */
export function ProviderFrame(props: Pick<PageFrameProps, 'beside' | 'children'>) {
  const t = useProviderTexts();
  return <PageFrame name={t.provider} parents={[providersCrumb(t)]} absent={t} {...props} />;
}
