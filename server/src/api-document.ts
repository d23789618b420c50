import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import { getAuthenticationHealth } from '@annals/contracts/health';
import type { DocumentOptions } from '@annals/kit/openapi/document';
import type { Config } from './config.ts';

/** The document of every call, at the address where programs reach it: behind the console's own. */
export function apiDocument(
  { publicUrl, productName }: Pick<Config, 'publicUrl' | 'productName'>,
  version: string,
): DocumentOptions {
  const origin = publicUrl === undefined ? '' : new URL(publicUrl).origin;
  return {
    title: 'Annals',
    version,
    endpoints: [...authenticationEndpoints, getAuthenticationHealth, ...dataEndpoints],
    // Without an origin it is relative to the document's own.
    server: { url: `${origin}/api/${productName}`, description: 'This installation' },
    paths: 'client',
  };
}

/** The public address in the document; an invalid configuration does not prevent anyone from reading it. */
export function addressForDocument(
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'publicUrl' | 'productName'> {
  const { PUBLIC_URL: publicUrl, PRODUCT_NAME: productName = 'annals' } = environment;
  const isUsable = publicUrl !== undefined && URL.canParse(publicUrl);
  return { publicUrl: isUsable ? publicUrl : undefined, productName };
}
