import { parseUrl } from '@annals/rules/parse-url';
import { RawJson, writeJson } from '@annals/rules/json/raw-json';
import { currentState } from '../../platform/api/state.ts';
import { product } from '../../platform/api/product.ts';
import { jsonText } from '../../platform/json-values/json-values.ts';

export const codeFormats = ['curl', 'typescript', 'python'] as const;
export type CodeFormat = (typeof codeFormats)[number];

/** The names of the languages themselves, the same in every language. */
export const formatNames: Readonly<Record<CodeFormat, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};

/** A call to the API, with all values filled in. */
export interface WrittenCall {
  method: string;
  /** Path and query, from `urlOf`. */
  url: string;
  body?: unknown;
  /** A write that takes an Idempotency-Key gets a new one. */
  takesIdempotencyKey?: boolean;
  /** A public call is sent without a credential. */
  isPublic?: boolean;
}

/** The environment variable with the token, which is never part of the copied text. */
const tokenVariable = 'ANNALS_TOKEN';
const tokenHeader = 'X-Akarion-Api-Token';

/** The public URL of the console (PUBLIC_URL), or else the origin of this page. */
export function publicOrigin(env = currentState().env): string {
  const configured = env?.['PUBLIC_URL'];
  return (
    (configured === undefined ? undefined : parseUrl(configured)?.origin) ?? window.location.origin
  );
}

/** Where programs reach the API. The services' own ports are often not reachable. */
export const apiAddress = (): string => `${publicOrigin()}/api/${product}`;

/** A complete program that makes a call; it runs once ANNALS_TOKEN is set. */
export function codeOf(format: CodeFormat, call: WrittenCall, address = apiAddress()): string {
  return writers[format](call, address);
}

/** A command that tries a newly created token. */
export function firstCall(token: string): string {
  const call = curlOf({ method: 'GET', url: '/v1/users/current' }, apiAddress());
  return call.replace(`"${tokenHeader}: $${tokenVariable}"`, quote(`${tokenHeader}: ${token}`));
}

// TypeScript uses fetch, so that the copied code runs without the client package.
const writers: Readonly<Record<CodeFormat, (call: WrittenCall, address: string) => string>> = {
  curl: curlOf,
  typescript: typescriptOf,
  python: pythonOf,
};

function curlOf(
  { method, url, body, takesIdempotencyKey, isPublic }: WrittenCall,
  address: string,
): string {
  const parts = [
    `curl ${quote(address + url)}`,
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    ...(isPublic ? [] : [`-H "${tokenHeader}: $${tokenVariable}"`]),
    ...(takesIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quote(writeJson(body) ?? '')}`]),
  ];
  return parts.join(' \\\n  ');
}

/** Quotes any text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function typescriptOf(
  { method, url, body, takesIdempotencyKey, isPublic }: WrittenCall,
  address: string,
): string {
  const headers = [
    ...(isPublic ? [] : [`'${tokenHeader}': process.env['${tokenVariable}'] ?? ''`]),
    ...(takesIdempotencyKey ? ["'Idempotency-Key': crypto.randomUUID()"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map((header) => `    ${header},`), '  },']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${jsonText(body).replaceAll('\n', '\n  ')}),`]),
  ];
  return [
    `const response = await fetch(${JSON.stringify(address + url)}, {`,
    ...options,
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.text());',
  ].join('\n');
}

function pythonOf(
  { method, url, body, takesIdempotencyKey, isPublic }: WrittenCall,
  address: string,
): string {
  const headers = [
    ...(isPublic ? [] : [`"${tokenHeader}": os.environ["${tokenVariable}"]`]),
    ...(takesIdempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4())'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const modules = [
    ...(body === undefined ? [] : ['json']),
    ...(isPublic ? [] : ['os']),
    'urllib.request',
    ...(takesIdempotencyKey ? ['uuid'] : []),
  ];
  return [
    ...modules.map((module) => `import ${module}`),
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(address + url)},`,
    `    method="${method}",`,
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map((header) => `        ${header},`), '    },']),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonValue(body, 4)}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.read().decode())',
  ].join('\n');
}

/** A JSON value in Python syntax: JSON strings are valid in Python too. */
function pythonValue(value: unknown, indent: number): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object' || value instanceof RawJson) return writeJson(value) ?? 'None';
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((each) => pythonValue(each, indent + 4))
    : Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each, indent + 4)}`);
  if (entries.length === 0) return open + close;
  const inner = ' '.repeat(indent + 4);
  return [open, ...entries.map((entry) => `${inner}${entry},`), ' '.repeat(indent) + close].join(
    '\n',
  );
}
