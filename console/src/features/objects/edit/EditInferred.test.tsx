// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { editJson, openJson } from '../testing/json-editor.ts';
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

const objectData = {
  title: 'Oak',
  round: 1,
  planted: '1999-04-01',
  felled: false,
  tags: ['old', 'tall'],
  rings: [
    { year: 2000, width: 1.5 },
    { year: 2001, width: 2 },
  ],
  place: { country: 'CH' },
  note: null,
};

async function openForm(written: unknown[]) {
  const rest = partitionWith(1);
  const service: Service = (asked) => {
    if (asked.method === 'POST' && !asked.path.endsWith('/search')) {
      written.push(asked.data);
      return [201, version(2)];
    }
    if (asked.path === `${timeline}/latest`) return [200, version(1, { objectData })];
    return rest(asked);
  };
  openPage(`${timeline}/latest`, service);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  await screen.findByRole('textbox', { name: 'title' });
  return user;
}
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: string | RegExp) => dialog().getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => dialog().getByRole('button', { name });

it('gives the first field the focus when the form opens', async () => {
  await openForm([]);
  const [first] = within(dialog().getByRole('group', { name: 'Data' })).getAllByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(first));
});

it('offers a form for a type without schema, with fields to add and remove, and lists as tables', async () => {
  const written: unknown[] = [];
  const user = await openForm(written);
  fireEvent.change(field('title'), { target: { value: 'Ash' } });
  fireEvent.change(field('round'), { target: { value: '2.5' } });
  const rings = dialog().getByRole('table', { name: 'rings' });
  expect(
    within(rings)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['year', 'width', 'Actions']);
  fireEvent.change(field('width, row 2'), { target: { value: '2.25' } });
  await user.click(press('Add to rings'));
  fireEvent.change(field('year, row 3'), { target: { value: '2002' } });
  await user.click(press('Remove rings 1'));
  await user.click(press('Remove tags'));

  await user.click(dialog().getAllByRole('button', { name: 'Add field' }).at(-1) ?? document.body);
  fireEvent.change(field('Name of the field'), { target: { value: 'height' } });
  fireEvent.change(dialog().getByRole('combobox', { name: 'Kind' }), {
    target: { value: 'number' },
  });
  fireEvent.keyDown(field('Name of the field'), { key: 'Enter' });
  fireEvent.change(field('height'), { target: { value: '12' } });

  await user.click(press('Save new version'));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    objectData: {
      title: 'Ash',
      round: 2.5,
      planted: '1999-04-01',
      felled: false,
      rings: [{ year: 2001, width: 2.25 }, { year: 2002 }],
      place: { country: 'CH' },
      note: null,
      height: 12,
    },
  });
  expect(written[0]).not.toHaveProperty('objectData.tags');
});

it('refuses a second field of a name, and has the JSON one click away', async () => {
  const written: unknown[] = [];
  const user = await openForm(written);
  await user.click(dialog().getAllByRole('button', { name: 'Add field' }).at(-1) ?? document.body);
  fireEvent.change(field('Name of the field'), { target: { value: 'title' } });
  const adding = within(dialog().getByRole('group', { name: 'Add field' }));
  await user.click(adding.getByRole('button', { name: 'Add' }));
  expect(adding.getByText('title has a field of its own above.')).toBeDefined();
  await user.click(adding.getByRole('button', { name: 'Cancel' }));
  expect(dialog().queryByRole('textbox', { name: 'Name of the field' })).toBeNull();
  await openJson();
  expect(await editJson((data) => ({ ...data, added: [1] }))).toEqual(objectData);
  await user.click(dialog().getByRole('button', { name: 'Form' }));
  expect(field('added 1').value).toBe('1');
  expect(written).toEqual([]);
});

it('keeps what somebody types while examples that did not arrive are asked for again', async () => {
  const rest = partitionWith(1);
  let asks = 0;
  const never = new Promise<never>(() => undefined);
  openPage(`${timeline}/latest`, (asked) => {
    if (asked.path === `${timeline}/latest`) return [200, version(1, { objectData })];
    if (asked.path !== `${base}/objects/recent`) return rest(asked);
    asks += 1;
    return asks === 1 ? [500, { error: 'Not now.' }] : never;
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'New version' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'title' }), {
    target: { value: 'Ash' },
  });
  const typed = field('title');
  // The person comes back to the tab.
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(asks).toBe(2));
  expect(field('title')).toBe(typed);
  expect(typed.value).toBe('Ash');
});
