// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubVisibility,
  timeline,
  timelineId,
  version,
  versionId,
} from './testing/partition-pages.tsx';

beforeEach(() => stubVisibility('all'));
afterEach(closePage);

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page of one version', () => {
  it('shows its number, its changes, and a link to the newest version', async () => {
    openPage(`${base}/objects/${versionId(2)}`, partitionWith(3));
    await heading('Tree, version 2');
    expect(await screen.findByText('Version 2 of 3')).toBeDefined();
    const changes = await screen.findByRole('region', { name: 'What changed in this version' });
    expect(within(changes).getByText('round')).toBeDefined();
    expect(within(changes).getByText('1', { selector: 'del *' })).toBeDefined();
    expect(within(changes).getByText('2', { selector: 'ins *' })).toBeDefined();
    const newest = await screen.findByRole('link', { name: 'Open the newest' });
    expect(newest.getAttribute('href')).toBe(`${timeline}/latest`);
    const next = await screen.findByRole('link', { name: 'Next version' });
    expect(next.getAttribute('href')).toBe(`${base}/objects/${versionId(3)}`);
    expect(screen.getByRole('link', { name: 'Previous version' }).getAttribute('href')).toBe(
      `${base}/objects/${versionId(1)}`,
    );
  });

  it('keeps the as-of time in its links, and shows why writing is disabled', async () => {
    openPage(`${base}/objects/${versionId(2)}?asOf=2024-01-02T12:00:00Z`, partitionWith(2));
    const edit = await screen.findByRole('button', { name: 'New version' });
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(edit.title).toContain('The past cannot be changed');
    expect(screen.getByText(/You are viewing Forest as of/)).toBeDefined();
    for (const link of screen.getAllByRole('link', {
      name: /History|Previous version|^Objects$|^Forest$/,
    }))
      expect(link.getAttribute('href')).toContain('asOf=2024-01-02T12:00:00Z');
  });

  it('shows that the version was written after the as-of time', async () => {
    openPage(`${base}/objects/${versionId(2)}?asOf=2024-01-01T12:00:00Z`, partitionWith(2));
    expect(await screen.findByText('This version of Tree was written later')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Data' })).toBeNull();
  });

  it('works with a service that returns only the required fields', async () => {
    const minimal = {
      id: versionId(1),
      references: [{ name: 'mainOperatorRef', timelineId }],
      objectData: { a: 1 },
    };
    openPage(`${base}/objects/${versionId(1)}`, ({ path }) =>
      path === `${base}/objects/${versionId(1)}` ? [200, minimal] : undefined,
    );
    expect(await screen.findByRole('region', { name: 'Data' })).toBeDefined();
    expect(await screen.findByText('mainOperatorRef')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Referenced by' })).toBeNull());
    expect(screen.queryByRole('region', { name: 'What changed in this version' })).toBeNull();
    expect(screen.queryByText(/Version undefined|Invalid|NaN/)).toBeNull();
  });

  it('shows that the object does not exist, and links to all objects', async () => {
    const rest = partitionWith(1);
    openPage(`${base}/objects/${versionId(9)}`, (asked) =>
      asked.path === `${base}/objects/${versionId(9)}`
        ? [404, { error: 'Not Found', code: 'not_found', message: 'There is no such object.' }]
        : rest(asked),
    );
    const shownHeading = await screen.findByRole('heading', {
      level: 1,
      name: 'No such object',
    });
    expect(screen.getAllByText('No such object', { selector: 'h1, p' })).toEqual([shownHeading]);
    expect(shownHeading.hasAttribute('data-absent')).toBe(true);
    expect(screen.getByRole('link', { name: 'All objects' }).getAttribute('href')).toBe(
      `${base}/objects`,
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why it could not be loaded, and keeps the rest of the page', async () => {
    const rest = partitionWith(1);
    openPage(`${base}/objects/${versionId(9)}`, (asked) =>
      asked.path === `${base}/objects/${versionId(9)}`
        ? [400, { error: 'Bad Request', code: 'invalid', message: 'That is no id.' }]
        : rest(asked),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('That is no id.');
    expect(screen.getByRole('button', { name: /As of/ })).toBeDefined();
  });
});

describe('the list of objects in a partition', () => {
  const search = (data: unknown) => partitionWithSearch('EDITOR', data);
  function partitionWithSearch(role: string, data: unknown) {
    const rest = partitionWith(1, role);
    return (asked: Parameters<typeof rest>[0]) =>
      asked.path === `${base}/objects/search` ? ([200, data] as const) : rest(asked);
  }

  it('links each object to its newest version as of the shown time', async () => {
    const { asked } = openPage(
      `${base}/objects?asOf=2024-05-01T00:00:00Z`,
      search({ data: [version(1)] }),
    );
    const link = await screen.findByRole('link', { name: 'Tree' });
    expect(link.getAttribute('href')).toBe(`${timeline}/latest?asOf=2024-05-01T00:00:00Z`);
    expect(asked.find(({ path }) => path.endsWith('/search'))?.query.get('asOf')).toBe(
      '2024-05-01T00:00:00Z',
    );
  });

  it('shows that the as-of time of the address is invalid, and does not request it', async () => {
    const { asked, router } = openPage(`${base}/objects?asOf=yesterday`, search([]));
    expect((await screen.findByRole('alert')).textContent).toContain(
      '“yesterday” is not a valid time',
    );
    expect(asked.some(({ query }) => query.has('asOf'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await screen.findByText('No objects yet');
    expect(router.state.location.search).toEqual({});
  });

  it('shows readers why they cannot create objects', async () => {
    openPage(`${base}/objects`, partitionWithSearch('READER', { data: [version(1)] }));
    await screen.findByRole('link', { name: 'Tree' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'New object' }).title).toContain(
        'You can read this partition',
      ),
    );
  });

  it('offers no writing to those whose roles allow it in no partition', async () => {
    const reader = partitionWithSearch('READER', { data: [version(1)] });
    openPage(`${base}/objects`, (asked) =>
      asked.path === '/authentication/v1/roles'
        ? [200, [{ name: 'USER', permissions: ['partitions:read-all'] }]]
        : reader(asked),
    );
    await screen.findByRole('link', { name: 'Tree' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New object' })).toBeNull());
  });

  it('shows references with the titles of their targets', async () => {
    const forestId = versionId(98);
    const references = [
      { name: 'tagRef', timelineId: forestId },
      { name: 'tagRef', timelineId: versionId(99) },
    ];
    const forest = { ...version(1), objectData: { title: 'Old forest' } };
    openPage(`${base}/objects`, search([version(1, { references })]), ({ path }) =>
      path === `${base}/timelines/${forestId}/objects/latest` ? [200, forest] : undefined,
    );
    expect((await screen.findByText('Old forest')).closest('td')?.textContent).toContain(
      'Old forest, tagRef',
    );
  });

  it('accepts a plain array of minimal objects from another service', async () => {
    openPage(`${base}/objects`, search([{ id: versionId(1), references: [] }]));
    const link = await screen.findByRole('link', { name: /018f3c2a…/ });
    expect(link.getAttribute('href')).toBe(`${base}/objects/${versionId(1)}`);
  });
});

describe('the page of the newest version', () => {
  it('announces a newer version, and shows it', async () => {
    let count = 1;
    const { queryClient } = openPage(`${timeline}/latest`, (asked) => partitionWith(count)(asked));
    await heading('Tree');
    count = 2;
    await queryClient.invalidateQueries();
    expect(
      await screen.findByText(/Version 2 was just added. You are now viewing version 2./),
    ).toBeDefined();
    expect(await screen.findByText('Version 2 of 2')).toBeDefined();
  });

  it('shows that the object did not exist at that time', async () => {
    openPage(`${timeline}/latest?asOf=2020-01-01T00:00:00Z`, ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined,
    );
    expect(await heading('It did not exist yet')).toBeDefined();
  });

  it('shows that the service did not hold the object at that time', async () => {
    openPage(`${timeline}/latest?asOf=2020-01-01T00:00:00Z&asHeld=true`, ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined,
    );
    expect(await heading('This service did not hold it yet')).toBeDefined();
  });
});

describe('the incoming references of an object', () => {
  it('are grouped by reference name and type', async () => {
    const pointing = [
      {
        name: 'tagRef',
        object: version(1, {
          id: 'a',
          timelineId: 'A',
          type: 'PRODUCT',
          objectData: { title: 'One' },
        }),
      },
      {
        name: 'categoryRef',
        object: version(1, {
          id: 'b',
          timelineId: 'B',
          type: 'PAGE',
          objectData: { title: 'Two' },
        }),
      },
      {
        name: 'tagRef',
        object: version(1, {
          id: 'c',
          timelineId: 'C',
          type: 'PAGE',
          objectData: { title: 'Three' },
        }),
      },
    ];
    const rest = partitionWith(1);
    openPage(`${base}/objects/referencedBy/${versionId(1)}`, (asked) =>
      asked.path.includes('referencedBy')
        ? [200, { data: pointing, hasMore: false, nextCursor: null }]
        : rest(asked),
    );
    await heading('Incoming references of Tree');
    await screen.findByRole('link', { name: 'One' });
    const groups = await screen.findAllByRole('region');
    expect(
      groups.map((group) =>
        within(group)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ),
    ).toEqual([['Two'], ['Three'], ['One']]);
  });
});
