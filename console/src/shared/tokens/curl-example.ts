import { product } from '../../api/product.ts';

/**
 * A command that tries a token. It goes through the console's own address, which is reachable from wherever this page is;
 * the services often stand on ports that are not.
 */
export function curlExample(token: string): string {
  const request = {
    url: '/v1/users/current',
    method: 'GET',
    headers: { 'X-Akarion-Api-Token': token },
  };
  return `curl -H 'Content-Type: application/json' -d '${JSON.stringify(request)}' ${window.location.origin}/api/${product}`;
}
