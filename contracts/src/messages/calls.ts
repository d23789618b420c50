import type { Thing } from './absent-things.ts';

type PartitionRole = 'OWNER' | 'EDITOR' | 'READER';

/** What every call can say, and the console server. */
export const calls = {
  /** A thing without access and one that does not exist look the same. */
  noSuchThing: ({ thing }: { thing: Thing }) =>
    `There is no such ${thing}, or you do not have access to it.`,
  /** What another program said. */
  clientGone: 'The client went away before the answer was ready.',
  /** Several messages, each about one place. */
  listed: '{fields}',
  withFields: '{problem} {fields}',
  foreign: '{text}',
  lookUpFailed: 'The alias could not be looked up. Try again shortly.',
  starting: 'The services are starting. Try again shortly.',
  headerNotString: 'The header {name} must be a string.',
  headerAscii: 'The header {name} must be printable ASCII of at most {maxValueLength} characters.',
  position: 'The header Annals-Position was not returned by this service. It looks like 0/16B3748.',
  headerTwice: 'The header {name} is given twice.',
  foreignOrigin:
    'This call comes from a page with a different address. If the console is used at that address, set PUBLIC_URL to it.',
  severalHosts: 'The request names several hosts. Send one Host header.',
  onlyPost: 'Only POST is supported here.',
  unsupportedMethod: 'Only GET, POST, PUT, PATCH and DELETE are supported here.',
  neededNow: '{problem} It is needed now.',
  tooManyMessages: 'Send at most {most} messages at once.',
  sendToken: 'Send an API token: Authorization: Bearer TOKEN.',
  tokenNotValid:
    'This API token is not valid: it was revoked, has expired, or belongs to another service.',
  url: 'The url {reason}.',
  urlField: 'It {reason}.',
  noServiceHere: 'There is no service behind this path.',
  badServiceRequest: 'Send an object with url (a string), method, data and headers (an object).',
  badMethod: 'The method must be one of {methods}.',
  getWithData: 'A GET has no data. Put it in the query of the url.',
  serviceTimeout: 'The service did not answer in time. Try again shortly.',
  serviceUnreachable: 'The service cannot be reached. Try again shortly.',
  stopping: 'The server is being stopped. Try again shortly.',
  unforwardable: 'The service sent a response that cannot be forwarded.',
  stale: 'This has changed since you read it. Compare with the current state and save again.',
  beingPrepared: 'The database is being prepared. Try again shortly.',
  responseLost:
    'This request was already executed, at least in part, but its response was lost. Look at what it has changed; to execute it again, use a new Idempotency-Key.',
  responseSecret:
    'This request was already completed. Its response contained a secret, which is not stored; to get a new one, use a new Idempotency-Key.',
  inProgress: 'The same request is still in progress. Send it again shortly to get its response.',
  badIdempotencyKey: 'The Idempotency-Key is not valid.',
  idempotencyKeyForm: 'Use 8 to 128 visible ASCII characters without spaces, for example a UUID.',
  idempotencyKeyUsed:
    'This Idempotency-Key was used for another request. Send the same request, or use a new key.',
  notUtf8: 'The body is not valid UTF-8. Send JSON encoded as UTF-8.',
  notJson: 'The body is not valid JSON.',
  tooDeep: 'The body is nested deeper than {maxDepth} levels.',
  nameTwice: 'The name {name} occurs twice in one object.',
  protoName: 'The name "__proto__" is not allowed.',
  nulInBody: 'The body contains a NUL character, which cannot be stored.',
  surrogateInBody: 'The body contains half of a surrogate pair, which is not a character.',
  inexactNumber:
    'The number {written} cannot be represented exactly as a double. Send it as a string, or with fewer digits.',
  foreignCursor: 'This cursor does not belong to this list. Start again without it.',
  sendCursorUnchanged: 'Send nextCursor of the previous page, unchanged.',
  cursorOrPage: 'Send either cursor or page.',
  omitWithCursor: 'Omit it when you send a cursor.',
  pageTooDeep: 'Page numbers reach {deepestPagedRow} rows deep. Use the cursor to continue.',
  continueWithCursor: 'Too deep: continue with nextCursor as cursor.',
  requestTimeout: 'The request did not arrive completely in time. Send it again.',
  headersTooLarge: 'The headers are too large. Send fewer or shorter ones.',
  malformedHttp: 'The request is not well-formed HTTP/1.1.',
  pastIsFixed: 'The past cannot be changed. Omit asOf to write to the present.',
  ifMatchUnused: 'This call does not compare versions. Omit If-Match.',
  weakTag:
    'If-Match names this version by a weak tag, which never matches. A proxy that compresses responses has made it weak. Send it without W/.',
  notSupported: 'Not supported by this call.',
  scopeMissing: 'This API token lacks the scope {scope}. Use one that has it.',
  roleMissing: ({ needed, role }: { needed: PartitionRole; role: PartitionRole | 'none' }) =>
    `This needs the role ${needed} in the partition; you have ${role}.`,
  noWritingRole: 'None of your roles allows writing, regardless of your role in the partition.',
  noQuery: 'This call takes no query parameters.',
  noBody: 'This call takes no body.',
  unknown: 'Unknown.',
  invalidInput: 'Some of the input is not valid; see fields.',
  unknownKeys: 'Unknown: {keys}.',
  pageTooLarge:
    'This page is too large for one response. Request fewer items with pageSize, or use the cursor instead of page.',
  useSmallerValue: 'Use a smaller value.',
  notAuthenticated: 'Not authenticated. Sign in and try again.',
  forbidden: 'You do not have permission to do this. Ask an administrator for access.',
  sessionNeeded: 'This requires a session: sign in with a browser. API tokens cannot do it.',
  overloaded: 'The service is overloaded. Try again shortly.',
  tooManyRequests:
    'You have too many requests in progress. Wait until some of them have finished, then try again.',
  undistributed:
    'The database is distributed over several servers, which do not support this request.',
  databaseUnavailable: 'The database is temporarily unavailable. Try again shortly.',
  diskFull: 'There is no disk space left to write. Reading still works; tell the operator.',
  deadlineExceeded: 'This took too long and was stopped. Narrow it down, or try again.',
  bodyTooLarge: 'The body is too large. Send it in smaller parts.',
  encodedBody: 'Send the body as it is, without Content-Encoding.',
  sendJson: 'Send JSON, with Content-Type: application/json.',
  malformedRequest: 'The request is not well-formed.',
  internalError: 'Something went wrong. Tell the operator the request ID.',
  assistantsNeedAnnals:
    'Assistants need services that have announced themselves as those of Annals. The connected services have not.',
  urlTooLong: 'is longer than {most} bytes',
  urlNoPath: 'must be a path that begins with one "/", with or without a query, and nothing else',
  urlEmptySegment: 'has an empty segment',
  urlNeedlessEncoding: 'encodes a character that needs no encoding',
  urlControlCharacter: 'has a control character or a backslash in its path',
  urlDotSegment: 'has a dot segment',
  urlEncodedLiteral: 'has an encoded character where no parameter stands',
  urlBadPercent: 'has a "%" that begins no encoded byte',
  urlDoublyEncoded: 'has a doubly encoded byte',
  urlNotUtf8: 'encodes bytes that are not UTF-8',
} as const;
