export type DetailKind =
  | 'partition'
  | 'object'
  | 'timeline'
  | 'user'
  | 'application'
  | 'organizationalUnit'
  | 'identityProvider';

interface Rule {
  kind: DetailKind;
  /** Pages of the entity; its groups are what the detail path is made of. */
  pages: RegExp;
  detail: string;
}

const partition = String.raw`^/v1/partitions/(?!all(?:/|$))([^/]+)`;

/** The most particular first: an object's page belongs to a partition too. */
const rules: readonly Rule[] = [
  { kind: 'user', pages: /^\/v1\/partitions\/all\/users\/([^/]+)/, detail: '/v1/users/$1' },
  {
    kind: 'timeline',
    pages: new RegExp(`${partition}/timelines/([^/]+)`),
    detail: '/v1/partitions/$1/timelines/$2/objects',
  },
  {
    kind: 'object',
    pages: new RegExp(`${partition}/objects/(?:referencedBy/)?(?!recent$|referencedBy$)([^/]+)`),
    detail: '/v1/partitions/$1/objects/$2',
  },
  { kind: 'partition', pages: new RegExp(partition), detail: '/v1/partitions/$1' },
  {
    kind: 'user',
    pages: /^\/v1\/users\/(?!forName(?:Containing)?\/)([^/]+)/,
    detail: '/v1/users/$1',
  },
  { kind: 'application', pages: /^\/v1\/applications\/([^/]+)/, detail: '/v1/applications/$1' },
  {
    kind: 'organizationalUnit',
    pages: /^\/v1\/organizational-units\/(?!new$)([^/]+)/,
    detail: '/v1/organizational-units/$1',
  },
  {
    kind: 'identityProvider',
    pages: /^\/v1\/identity-providers\/(?!new$)([^/]+)/,
    detail: '/v1/identity-providers/$1',
  },
];

/**
 * The detail page of what a page is about (specification 7, last paragraph): a user's roles lead to the user, an
 * object's references to the object. Undefined for pages that are about no single thing.
 * @param path an absolute path without query
 */
export function relatedDetailPath(path: string): { kind: DetailKind; path: string } | undefined {
  const trimmed = path.replace(/(?<=.)\/+$/, '');
  for (const { kind, pages, detail } of rules) {
    const match = pages.exec(trimmed);
    if (match)
      return {
        kind,
        path: detail.replaceAll(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? ''),
      };
  }
  return undefined;
}
