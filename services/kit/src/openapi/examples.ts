import { componentsPrefix, type JsonSchema } from './schemas.ts';

type Components = ReadonlyMap<string, JsonSchema>;

/** Examples for fields whose schema alone says too little. */
const texts: Readonly<Record<string, string>> = {
  actionUrl: 'https://annals.example.org/help',
  alias: 'price-list',
  address: '192.0.2.17',
  at: '2026-03-01T09:30:00Z',
  applicationNetworks: '203.0.113.0/24',
  authorizationUrl: 'https://login.example.org/authorize?state=…',
  buttonLabel: 'Sign in with Example',
  clientId: 'annals',
  code: '123456',
  comment: 'Checked against the price list.',
  cursor: 'eyJhZnRlciI6MTIwfQ',
  day: '2026-03-01',
  description: 'Reads the price list every night',
  domain: 'example.org',
  email: 'ada@example.org',
  emailDomain: 'example.org',
  error: 'Some of the input is not valid; see fields.',
  fileHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  issuer: 'https://login.example.org',
  key: 'product/oak',
  lang: 'en',
  localName: 'oak',
  message: 'Must not be empty.',
  messageCode: 'notEmpty',
  name: 'Oak',
  nextCursor: 'eyJhZnRlciI6MTIwfQ',
  partitionName: 'Trees',
  password: 'rings of a very old tree',
  newPassword: 'rings of a much older tree',
  peopleNetworks: '203.0.113.0/24',
  path: '/height',
  paths: '/height',
  prefix: 'ann_3fJk',
  query: 'type:TREE height>20',
  reason: 'Measured again',
  role: 'USER',
  root: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  roles: 'USER',
  searchtext: 'ada',
  subject: 'user/018f3c2a-7b1e-7c3d-8e4f-00000000000a',
  text: 'oak',
  title: 'Heights of spring',
  token: 'ann_3fJk…',
  tokenNetworks: '203.0.113.0/24',
  type: 'TREE',
  types: 'TREE',
  url: 'https://example.org/trees',
  username: 'ada@example.org',
  version: '0.1.0',
};

const id = '018f3c2a-7b1e-7c3d-8e4f-00000000000a';
const moment = '2026-03-01T09:30:00Z';
const formats: Readonly<Record<string, string>> = {
  'date-time': moment,
  email: 'ada@example.org',
  uuid: id,
  uri: 'https://example.org',
};

/** Below this depth only required fields are shown. */
const deepestOptional = 2;
const deepest = 8;

interface Place {
  components: Components;
  /** The name of the field. */
  name: string;
  depth: number;
  /** Omit optional fields. */
  brief: boolean;
}

/** A value that matches a schema: for a request the required fields, for a response everything. */
export function exampleOf(schema: JsonSchema, components: Components, brief: boolean): unknown {
  return valueOf(schema, { components, name: '', depth: 0, brief });
}

function valueOf(given: JsonSchema, place: Place): unknown {
  const schema = resolveSchema(given, place.components);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valueOf(options.find(({ type }) => type !== 'null') ?? {}, place);
  const type = Array.isArray(schema.type)
    ? schema.type.find((each) => each !== 'null')
    : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return arrayOf(schema, place);
    case 'string':
      return textOf(schema, place.name);
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, schema.minimum ?? 1), schema.maximum ?? Number.MAX_VALUE);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return {};
  }
}

function objectOf(schema: JsonSchema, place: Place): Record<string, unknown> {
  const { properties, required = [] } = schema;
  if (!properties) return place.name === 'objectData' ? { name: 'Oak', height: 21 } : {};
  const optionalToo = !place.brief && place.depth < deepestOptional;
  const shown = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || (optionalToo && !property.readOnly),
  );
  return Object.fromEntries(
    shown.map(([name, property]) => [
      name,
      valueOf(property, { ...place, name, depth: place.depth + 1 }),
    ]),
  );
}

function arrayOf({ items = {}, minItems = 0 }: JsonSchema, place: Place): unknown[] {
  if (place.depth >= deepest || (place.brief && minItems === 0 && place.depth > 2)) return [];
  // An item has the same depth as its list.
  return [valueOf(items, place.brief ? { ...place, depth: place.depth + 1 } : place)];
}

function textOf(schema: JsonSchema, name: string): string {
  const { format, minLength = 0, maxLength = Number.MAX_SAFE_INTEGER } = schema;
  const example = format === undefined ? undefined : formats[format];
  if (example !== undefined) return example;
  const text =
    texts[name] ?? (/(?:Id|^id)s?$/.test(name) ? id : name.endsWith('Date') ? moment : name);
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

function resolveSchema(schema: JsonSchema, components: Components): JsonSchema {
  const { $ref } = schema;
  if ($ref === undefined) return schema;
  return components.get($ref.slice(componentsPrefix.length)) ?? {};
}
