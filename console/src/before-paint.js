// Runs before the first paint, so a chosen theme never flashes the other one. The page's policy forbids inline scripts.
{
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? '';
  const chosen = localStorage.getItem(`${contentOf('product')}.theme`);
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  // The first code asks for what a signed-in person needs only when it runs: a round trip later than this.
  if (localStorage.getItem('auth') !== null)
    for (const href of contentOf('signed-in-files').split(' ').filter(Boolean)) {
      const isStyle = href.endsWith('.css');
      const link = document.createElement('link');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
}
