// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { editJson } from '../testing/json-editor.ts';
import {
  base,
  openPage,
  partitionWith,
  timeline,
  version,
  type Service,
} from '../testing/partition-pages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const jsonSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, title: 'Name of the tree' },
    round: { type: 'integer', minimum: 0 },
    state: { enum: ['growing', 'felled'] },
    tags: { type: 'array', items: { type: 'string' } },
    place: {
      type: 'object',
      properties: { country: { type: 'string' }, height: { type: 'number' } },
    },
    origin: { oneOf: [{ type: 'object' }, { type: 'string' }] },
  },
};
const objectData = {
  title: 'Oak',
  round: 1,
  tags: ['old', 'tall'],
  place: { country: 'CH', soil: { kind: 'loam' } },
  origin: { from: ['seed'] },
  rings: [1, 2, 3],
};

async function openForm(answer: (data: unknown) => readonly [number, unknown]) {
  const rest = partitionWith(1);
  const service: Service = (asked) => {
    if (asked.method === 'POST') return answer(asked.data);
    if (asked.path === `${base}/types/PRODUCT`)
      return [200, { type: 'PRODUCT', timelineCount: 1, versionCount: 1, version: 1, jsonSchema }];
    if (asked.path === `${timeline}/latest`) return [200, version(1, { objectData })];
    return rest(asked);
  };
  openPage(`${timeline}/latest`, service);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  await screen.findByRole('textbox', { name: /Name of the tree/ });
  return user;
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const view = (name: string) =>
  within(screen.getByRole('group', { name: 'Edit data as' })).getByRole('button', { name });
const press = (name: string) => screen.getByRole('button', { name });

it('shows a field for each property of the schema, and keeps all other data', async () => {
  const written: unknown[] = [];
  const user = await openForm((data) => {
    written.push(data);
    return [201, version(2)];
  });
  fireEvent.change(field(/Name of the tree/), { target: { value: 'Ash' } });
  fireEvent.change(field('height'), { target: { value: '12.5' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'state' }), { target: { value: '1' } });
  await user.click(press('Move tags 2 up'));
  await user.click(press('Add to tags'));
  fireEvent.change(field('tags 3'), { target: { value: 'new' } });
  await user.click(press('Remove tags 2'));

  // Switching views preserves the data in both directions.
  await user.click(view('JSON'));
  const inBetween = await editJson((data) => ({ ...data, round: 7 }));
  expect(inBetween).toMatchObject({ title: 'Ash', tags: ['tall', 'new'] });
  await user.click(view('Form'));
  expect(field('round').value).toBe('7');

  await user.click(press('Save new version'));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    objectData: {
      title: 'Ash',
      round: 7,
      state: 'felled',
      tags: ['tall', 'new'],
      place: { country: 'CH', soil: { kind: 'loam' }, height: 12.5 },
      origin: { from: ['seed'] },
      rings: [1, 2, 3],
    },
  });
});

it('shows errors at the field while typing, and does not save text in a number field', async () => {
  const written: unknown[] = [];
  const user = await openForm((data) => {
    written.push(data);
    return [201, version(2)];
  });
  fireEvent.change(field('round'), { target: { value: '-3' } });
  await screen.findByText('At least 0.');
  fireEvent.change(field('round'), { target: { value: 'three' } });
  expect(screen.getByText('This is not a number.')).toBeDefined();
  await user.click(view('JSON'));
  expect(screen.getByText(/Fix the highlighted problem first/)).toBeDefined();
  await user.click(press('Save new version'));
  expect(written).toEqual([]);
  fireEvent.change(field('round'), { target: { value: '3' } });
  await waitFor(() => expect(screen.queryByText(/match the schema/)).toBeNull());
});

it('shows error messages of the service at their fields, and focuses the first', async () => {
  const user = await openForm(() => [
    400,
    {
      error: 'Bad request',
      fields: [
        { path: 'body.objectData.place.country', message: 'No such country.' },
        { path: 'body.objectData.tags.1', message: 'Not tall.' },
      ],
    },
  ]);
  fireEvent.change(field('round'), { target: { value: '2' } });
  await user.click(press('Save new version'));
  const place = screen.getByRole('group', { name: 'place' });
  expect(await within(place).findByText('No such country.')).toBeDefined();
  expect(field('country').getAttribute('aria-invalid')).toBe('true');
  expect(field('tags 2').getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
  // The first one in the order of the form.
  expect(document.activeElement).toBe(field('tags 2'));
});

it('creates several objects in a row, with the only type preselected', async () => {
  const written: unknown[] = [];
  const rest = partitionWith(1);
  const type = { type: 'PRODUCT', timelineCount: 1, versionCount: 1, version: 1, jsonSchema };
  openPage(`${base}/objects`, (asked) => {
    if (asked.path === `${base}/types`)
      return [200, { data: [type], hasMore: false, nextCursor: null }];
    if (asked.path === `${base}/types/PRODUCT`) return [200, type];
    if (asked.path === `${base}/objects/search`)
      return [200, { data: [], hasMore: false, nextCursor: null }];
    if (asked.method !== 'POST') return rest(asked);
    written.push(asked.data);
    return [201, version(2)];
  });
  const user = userEvent.setup();
  const [open] = await screen.findAllByRole('button', { name: 'New object' });
  if (open) await user.click(open);
  const title = { name: /Name of the tree/ };
  fireEvent.change(await screen.findByRole('textbox', title), {
    target: { value: 'Ash' },
  });
  await user.click(screen.getByRole('checkbox', { name: 'Create another' }));
  await user.click(press('Create object'));
  await waitFor(() => expect(field(/Name of the tree/).value).toBe(''));
  fireEvent.change(field(/Name of the tree/), { target: { value: 'Yew' } });
  await user.click(screen.getByRole('checkbox', { name: 'Create another' }));
  await user.click(press('Create object'));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written).toMatchObject([
    { type: 'PRODUCT', objectData: { title: 'Ash' } },
    { type: 'PRODUCT', objectData: { title: 'Yew' } },
  ]);
});
