// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  base,
  closePage,
  openPage,
  partitionWith,
  stubSight,
  timeline,
  timelineId,
  version,
  versionId,
} from './testing/partition-pages.tsx';

beforeEach(() => stubSight('all'));
afterEach(closePage);

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page of one version', () => {
  it('says which it is, what changed in it, and that there is a newer one', async () => {
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

  it('keeps the moment in its links, and writing is off with the reason', async () => {
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

  it('says that it was written later than the moment one looks at', async () => {
    openPage(`${base}/objects/${versionId(2)}?asOf=2024-01-01T12:00:00Z`, partitionWith(2));
    expect(await screen.findByText('This version of Tree was written later')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Data' })).toBeNull();
  });

  it('gets along with a service that tells no more than it must', async () => {
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

  it('says that there is no such object, and leads to those there are', async () => {
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

  it('shows why it could not be loaded, and the rest of the page stays', async () => {
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

describe('the objects of a partition', () => {
  const search = (data: unknown) => partitionWithSearch('EDITOR', data);
  function partitionWithSearch(role: string, data: unknown) {
    const rest = partitionWith(1, role);
    return (asked: Parameters<typeof rest>[0]) =>
      asked.path === `${base}/objects/search` ? ([200, data] as const) : rest(asked);
  }

  it('lead to their newest version, at the moment that is shown', async () => {
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

  it('say in place that the address asks for no moment, and ask for nothing', async () => {
    const { asked, router } = openPage(`${base}/objects?asOf=yesterday`, search([]));
    expect((await screen.findByRole('alert')).textContent).toContain(
      '“yesterday” is not a valid time',
    );
    expect(asked.some(({ query }) => query.has('asOf'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await screen.findByText('No objects yet');
    expect(router.state.location.search).toEqual({});
  });

  it('are offered to a reader without writing', async () => {
    openPage(`${base}/objects`, partitionWithSearch('READER', { data: [version(1)] }));
    await screen.findByRole('link', { name: 'Tree' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'New object' }).title).toContain(
        'You can read this partition',
      ),
    );
  });

  it('say what they refer to by the titles of the targets', async () => {
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

  it('come as a bare array of bare objects from another service', async () => {
    openPage(`${base}/objects`, search([{ id: versionId(1), references: [] }]));
    const link = await screen.findByRole('link', { name: /018f3c2a…/ });
    expect(link.getAttribute('href')).toBe(`${base}/objects/${versionId(1)}`);
  });
});

describe('the newest version', () => {
  it('says when a newer one took its place', async () => {
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

  it('says that there was nothing at that moment', async () => {
    openPage(`${timeline}/latest?asOf=2020-01-01T00:00:00Z`, ({ path }) =>
      path === base ? [200, { id: base, partitionName: 'Forest' }] : undefined,
    );
    expect(await heading('It did not exist yet')).toBeDefined();
  });
});

describe('what points to an object', () => {
  it('is grouped by the name of the reference and the type', async () => {
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
