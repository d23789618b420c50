import { queryOptions } from '@tanstack/react-query';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetch } from '../../platform/api/query.ts';
import { callsOf, fetchApiDocument } from './api-document.ts';

/** The document and its calls. It changes only with a new build, which reloads the page. */
export const apiDocumentQuery = queryOptions({
  queryKey: ['openapi.json'],
  queryFn: async ({ signal }) => {
    const document = await fetchApiDocument({ signal });
    return { document, calls: callsOf(document) };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const loaders: Loaders = {
  'api-reference': () => prefetch(apiDocumentQuery),
};
