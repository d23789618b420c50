/** The product's name as the server wrote it into the page: it gives `/api/{product}` and `{product}User`. */
export const product: string =
  document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content.trim() || 'annals';

/** The product's name as a heading: "Annals". */
export const productTitle: string = product.charAt(0).toUpperCase() + product.slice(1);
