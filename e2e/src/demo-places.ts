import type { APIRequestContext } from '@playwright/test';
import { demoPassword } from './annals.ts';

interface Version {
  id: string;
  timelineId: string;
}

/** Paths of one page for each route, filled with demo data, by a word for it. */
export async function demoPlaces(request: APIRequestContext): Promise<Record<string, string>> {
  const call = async <Answer>(url: string, token?: string, data?: object): Promise<Answer> => {
    const answer = await request.post('/api/annals', {
      data: {
        url,
        method: data ? 'POST' : 'GET',
        ...(data ? { data } : {}),
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      },
    });
    if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const { accessToken } = await call<{ accessToken: string }>('/v1/auth?type=PASSWORD', undefined, {
    username: 'master@example.org',
    password: demoPassword,
  });
  const user = await call<{ id: string }>('/v1/users/current', accessToken);
  const partitions = await call<{ data: { id: string; partitionName: string }[] }>(
    '/v1/partitions',
    accessToken,
  );
  const partition = partitions.data.find(
    ({ partitionName }) => partitionName === 'Product lifecycles',
  );
  const base = `/v1/partitions/${partition?.id}`;
  const search = async (type: string, text: string) => {
    const found = await call<{ data: Version[] }>(`${base}/objects/search`, accessToken, {
      type,
      text,
    });
    const [first] = found.data;
    if (!first) throw new Error(`The demo data has no ${type} ${text}.`);
    return first;
  };
  const node = await search('PRODUCT', 'node.js');
  const category = await search('CATEGORY', 'framework');
  return {
    home: '/',
    users: '/v1/users',
    user: `/v1/users/${user.id}`,
    partitions: '/v1/partitions',
    partition: base,
    objects: `${base}/objects`,
    recent: `${base}/objects/recent`,
    object: `${base}/objects/${node.id}`,
    'referenced-by': `${base}/objects/referencedBy/${category.id}`,
    compare: `${base}/timelines/${node.timelineId}/objects`,
    latest: `${base}/timelines/${node.timelineId}/objects/latest`,
    past: `${base}/timelines/${node.timelineId}/objects/latest?asOf=2022-03-01T00:00:00Z`,
    'past-referenced-by': `${base}/objects/referencedBy/${category.id}?asOf=2022-03-01T00:00:00Z`,
    'nothing-found': `${base}/objects?q=zzzz`,
    'no-such-partition': '/v1/partitions/01890a5d-ac96-774b-bcce-b302099a8057',
    'not-found': '/no/such/page',
  };
}
