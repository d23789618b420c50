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
  /** Pages of the entity; the groups are the parts of the detail path. */
  pages: RegExp;
  detail: string;
}

const partition = String.raw`^/v1/partitions/(?!all(?:/|$))([^/]+)`;

/** The most specific first: an object's page belongs to a partition too. */
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
 * The detail page of a page's subject (specification 7, last paragraph): the roles of a user lead to the user,
 * the references of an object to the object. Undefined for pages without a single subject.
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
