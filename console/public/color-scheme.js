// Runs before the first paint, so a chosen theme never flashes the other one. The page's policy forbids inline scripts.
{
  const product = document.querySelector('meta[name="product"]').content;
  const chosen = localStorage.getItem(`${product}.theme`);
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
