/** A call as received, with its path in the specification. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
}

/** The response on the wire: JSON of the body, unless the body has its own content type. */
export interface WireResponse {
  status?: number;
  type?: string;
  /** Undefined for an empty body. */
  body?: unknown;
  gzip?: true;
  /** The delay in milliseconds before the response begins, and again before it ends. */
  delay?: number;
}

/** How a vendor's services format their responses. */
export interface Convention {
  name: string;
  /** Maps a URL of these services to one of the specification. */
  translateUrl?: (url: string) => string;
  format: (answer: unknown, request: ReceivedRequest) => WireResponse;
  /** The paths whose pages may show an error. */
  fails?: (path: string) => boolean;
  /** The paths whose pages show no data, because the services return none. */
  returnsNothing?: (path: string) => boolean;
}

type JsonObject = Record<string, unknown>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes each object in a response, at any depth, except for user-written data. */
function mapObjects(value: unknown, change: (object: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change));
  if (!isJsonObject(value)) return value;
  const inner = Object.entries(value).map(([name, each]) => [
    name,
    name === 'objectData' ? each : mapObjects(each, change),
  ]);
  return change(Object.fromEntries(inner) as JsonObject);
}

/** Sign-in and refresh follow the specification exactly, as does the wrapper of the object search. */
const isSession = ({ path }: ReceivedRequest) => path === '/v1/auth';

const snakeCase: Convention = {
  name: 'snake_case extras',
  format: (answer, request) => ({
    body: isSession(request)
      ? answer
      : mapObjects(answer, (object) => ({
          ...object,
          created_at: '2024-05-01',
          is_active: true,
          display_name: 'Somebody else',
          owner_team: { team_name: 'Harbour', head_count: 12 },
        })),
  }),
};

const hal: Convention = {
  name: 'HAL',
  format: (answer, { path }) => {
    const links = { self: { href: path }, curies: [{ name: 'ex', templated: true }] };
    if (Array.isArray(answer))
      return {
        type: 'application/hal+json',
        body: {
          _embedded: { things: answer.map((each) => withLink(each)) },
          _links: links,
          page: { size: 50, totalElements: answer.length, totalPages: 1, number: 0 },
        },
      };
    return { type: 'application/hal+json', body: withLink(answer) };
  },
};

const withLink = (value: unknown): unknown =>
  isJsonObject(value) ? { ...value, _links: { self: { href: '/somewhere' } } } : value;

/** Page numbers from 0, with one entry per page. */
const spring: Convention = {
  name: 'Spring pages',
  format: (answer, { path, query }) => {
    // There are few roles.
    if (!Array.isArray(answer) || path.endsWith('/roles')) return { body: answer };
    const number = Number(query.get('page') ?? 0);
    return {
      body: {
        content: answer.slice(number, number + 1),
        pageable: { pageNumber: number, pageSize: 1, sort: { sorted: false } },
        number,
        size: 1,
        numberOfElements: 1,
        totalElements: answer.length,
        totalPages: answer.length,
        first: number === 0,
        last: number + 1 >= answer.length,
        empty: false,
      },
    };
  },
  // The second user is on the next page.
  returnsNothing: (path) => path === '/v1/users',
};

const numbers: Record<string, number> = {
  u1: 101,
  u2: 102,
  u3: 103,
  u4: 104,
  o1: 201,
  o2: 202,
  i1: 301,
  i2: 302,
  t1: 401,
  t2: 402,
  a1: 501,
  at1: 601,
  at2: 602,
  '7': 7,
  'tl-account': 701,
  'tl-operator': 702,
};
const names = new Map(Object.entries(numbers).map(([name, number]) => [String(number), name]));
/** A path in services whose ids are numbers. */
export const toNumericIds = (path: string): string =>
  path.replaceAll(/[\w-]+/g, (part) => String(numbers[part] ?? part));

const numericIds: Convention = {
  name: 'numeric ids',
  translateUrl: (url) => url.replaceAll(/[\w-]+/g, (part) => names.get(part) ?? part),
  format: (answer) => ({ body: withNumbers(answer) }),
};

function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      /^id$|Id$/.test(name) && typeof each === 'string'
        ? (numbers[each] ?? each)
        : withNumbers(each),
    ]),
  );
}

const nullable = `name email status lang roles roleGrants organizationalUnits parentId createdDate
  lastSignInDate secondFactor version mayChange description active target deactivatedDate expiryDate
  visits type modificationDate references predecessorId role archivedDate permissions error
  message nextCursor hasMore total owner scopes organizationalUnit enabled`.split(/\s+/);
const nulls: Convention = {
  name: 'nulls everywhere',
  format: (answer, request) => ({
    body: isSession(request)
      ? answer
      : mapObjects(answer, (object) => ({
          ...Object.fromEntries(nullable.map((name) => [name, null])),
          ...object,
        })),
  }),
};

/** Empty results and completed writes have no content. */
const noContent: Convention = {
  name: '204 for lists',
  format: (answer, request) => {
    const isList = Array.isArray(answer) && !/partitions$|roles$/.test(request.path);
    const isCompletedWrite =
      request.method !== 'GET' && isJsonObject(answer) && Object.keys(answer).length === 0;
    return isList || isCompletedWrite ? { status: 204 } : { body: answer };
  },
  // The page of one provider and the tree of all units do not know then whether there are any.
  fails: (path) => /organizational-units$|identity-providers\/i1/.test(path),
  returnsNothing: (path) => !/u2$|o1$|alias|partitions$|partitions\/7|new$/.test(path),
};

const dates: Convention = {
  name: 'unexpected date formats',
  format: (answer, request) => ({
    body: isSession(request)
      ? answer
      : mapObjects(answer, (object) => ({
          ...object,
          createdDate: '01.03.2022',
          lastSignInDate: 1_646_092_800_000,
          modificationDate: 'the day before yesterday',
          lastUsedDate: { seconds: 1_646_092_800, nanos: 0 },
          expiresDate: '2022-03-01T10:00:00',
          lastChangeDate: '2022-03-01T10:00:00+02:00',
          expiryDate: [2022, 3, 1],
        })),
  }),
};

/** Lists fail with a response that looks successful; single things can be read. */
const errorInSuccess: Convention = {
  name: '`error` in a 200',
  format: (answer, { path }) =>
    Array.isArray(answer) && path !== '/v1/roles'
      ? { body: { error: 'The tide is out.', data: [] } }
      : { body: answer },
  fails: (path) => !/\/new|u2|o1$|alias|partitions\/|migrations/.test(path),
};

const page = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';
const htmlErrors: Convention = {
  name: 'HTML error pages',
  format: (answer, { path }) => {
    if (!Array.isArray(answer) || path === '/v1/roles') return { body: answer };
    return { status: path === '/v1/users' ? 200 : 404, type: 'text/html', body: page };
  },
  // For an application, only its tokens can be read: without them it may not exist.
  fails: (path) => /^\/v1\/users$|a1$/.test(path),
  returnsNothing: (path) =>
    /identity-providers|units$|tokens$|Containing|partitions$|^\/$/.test(path),
};

const slow: Convention = {
  name: 'slow and gzipped responses',
  format: (answer) => ({ body: answer, gzip: true, delay: 120 }),
};

export const conventions: readonly Convention[] = [
  snakeCase,
  hal,
  spring,
  numericIds,
  nulls,
  noContent,
  dates,
  errorInSuccess,
  htmlErrors,
  slow,
];
