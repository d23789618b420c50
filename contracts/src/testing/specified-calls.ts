/** The calls of the specification's section 7, copied verbatim; independent of the contract. */
export const specifiedCalls: readonly string[] = [
  'GET /v1/users/current',
  'GET /v1/organizational-units',
  'GET /v1/organizational-units/{id}?include=id&include=name',
  'PUT /v1/users/{userId}/organizational-unit?organizationalUnitId=',
  'PUT /v1/users/{userId}/organizational-unit/unassign?organizationalUnitId=',
  'POST /v1/organizational-units?name= (empty body)',
  'PUT /v1/organizational-units/{id} (body)',
  'GET /v1/users/{id}',
  'GET /v1/users',
  'POST /v1/users (body: user)',
  'GET /v1/users/forName/{name}',
  'GET /v1/users/forNameContaining/{text}',
  'GET /authentication/v1/roles',
  'PUT /v1/users/{id}/roles?role=...&role=...',
  'DELETE /v1/users/{id}/roles?role=...',
  'GET /v1/identity-providers?include=id&include=name',
  'POST /v1/identity-providers?organizationalUnitId= (body)',
  'PATCH /v1/identity-providers/{id}',
  'GET /v1/tokens',
  'POST /v1/tokens',
  'DELETE /v1/tokens/{id}',
  'GET /v1/applications/{id}',
  'GET /v1/applications/{id}/tokens',
  'POST /v1/applications/{id}/tokens (description)',
  'DELETE /v1/applications/{id}/tokens/{tokenId}',
  'POST /v1/auth?type=REFRESH_TOKEN (refreshToken)',
  'GET /v1/partitions/all/users/current',
  'GET /v1/partitions',
  'GET /v1/partitions/{id}',
  'GET /v1/partitions/all/users/{id}',
  'GET /v1/alias-url?alias=',
  'POST /v1/alias-url/reactivate?alias=',
  'POST /v1/partitions/{id}/objects/search?page=0&pageSize=10 (type ACCOUNT)',
  'GET /v1/partitions/{id}/timelines/{timelineId}/objects/latest',
];

/** The calls that every authenticated one begins with (specification 7, "Transport"). */
const renewal = 'GET /v1/auth';

const patterns = [...specifiedCalls, renewal].map((line) => {
  const [method = '', address = ''] = line.split(' ');
  const [path = '', query = ''] = address.split('?');
  const parameters = [...new URLSearchParams(query)];
  return {
    method,
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    names: [...new Set(parameters.map(([name]) => name))].toSorted(),
    /** Values that the specification gives, which are not only examples. */
    fixed: parameters.filter(([name]) => name === 'include' || name === 'type'),
  };
});

/** Whether the specification lists a call with exactly these query parameters. */
export function isSpecifiedCall(method: string, url: string): boolean {
  const [path = '', search = ''] = url.split('?');
  const given = [...new URLSearchParams(search)];
  const names = [...new Set(given.map(([name]) => name))].toSorted();
  const fixedIn = (of: [string, string][]) =>
    JSON.stringify(of.filter(([name]) => name === 'include' || name === 'type'));
  return patterns.some(
    (call) =>
      call.method === method &&
      call.path.test(path) &&
      JSON.stringify(call.names) === JSON.stringify(names) &&
      JSON.stringify(call.fixed) === fixedIn(given),
  );
}
