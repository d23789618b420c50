/** The parts of an OpenAPI 3.1 document that the page shows, as written by our console server. */
export interface ApiDocument {
  info: { description?: string; version: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, ApiResponse>>;
  };
}

interface Reference {
  $ref: string;
}

interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, ApiResponse | Reference>>;
  security: readonly Readonly<Record<string, unknown>>[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface ApiResponse {
  description: string;
  content?: Content;
}

type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  schema?: JsonSchema;
  example?: unknown;
}

export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  examples?: readonly unknown[];
  readOnly?: boolean;
}

/** An operation with its path and with resolved references. */
export interface ApiCall {
  /** Its operationId. */
  name: string;
  method: string;
  path: string;
  area: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  body: (MediaType & { required: boolean }) | undefined;
  responses: readonly { status: string; response: ApiResponse }[];
  /** The accepted credentials; empty for public calls. */
  credentials: readonly ('session' | 'apiToken')[];
  /** Whether it changes something. */
  isWrite: boolean;
}

export async function fetchApiDocument({ signal }: { signal: AbortSignal }): Promise<ApiDocument> {
  const response = await fetch('/openapi.json', { signal });
  if (!response.ok) throw new Error(`GET /openapi.json answered ${response.status}`);
  return (await response.json()) as ApiDocument;
}

/** All calls in the order of the document. */
export function callsOf(document: ApiDocument): ApiCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      callOf(document, path, method.toUpperCase(), operation),
    ),
  );
}

function callOf(
  { components }: ApiDocument,
  path: string,
  method: string,
  { operationId, tags, summary, description, ...operation }: Operation,
): ApiCall {
  const parameters = operation.parameters.map((parameter) =>
    '$ref' in parameter ? findReferenced(components.parameters, parameter) : parameter,
  );
  const json = operation.requestBody?.content['application/json'];
  const credentials = operation.security.flatMap((scheme) =>
    Object.keys(scheme).map((name) => (name === 'apiToken' ? 'apiToken' : 'session')),
  );
  return {
    name: operationId,
    method,
    path,
    area: tags[0] ?? '',
    summary,
    description,
    parameters,
    body: json && { ...json, required: operation.requestBody?.required === true },
    responses: Object.entries(operation.responses).map(([status, response]) => ({
      status,
      response: '$ref' in response ? findReferenced(components.responses, response) : response,
    })),
    credentials,
    // Searches are POST requests that accept a point in time, which writes do not.
    isWrite: method !== 'GET' && !parameters.some(({ name }) => name === 'asOf'),
  };
}

function findReferenced<T>(components: Readonly<Record<string, T>>, { $ref }: Reference): T {
  const found = components[nameOfRef($ref)];
  if (found === undefined) throw new Error(`The document has no ${$ref}.`);
  return found;
}

export const nameOfRef = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Resolves a reference, and returns the name of the schema in the document. */
export function resolveSchema(
  schema: JsonSchema,
  schemas: ApiDocument['components']['schemas'],
): { schema: JsonSchema; name: string | undefined } {
  if (schema.$ref === undefined) return { schema, name: undefined };
  const name = nameOfRef(schema.$ref);
  return { schema: schemas[name] ?? {}, name };
}

/** An example of a response or a body. */
export function exampleOf(
  { schema, example }: MediaType,
  schemas: ApiDocument['components']['schemas'],
): unknown {
  return example ?? (schema && resolveSchema(schema, schemas).schema.examples?.[0]);
}
