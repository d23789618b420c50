// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../platform/api/errors.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { Dialog } from '../states/Dialog.tsx';
import { GuardedForm } from './GuardedForm.tsx';
import { type Snapshot, useGuardedForm } from './useGuardedForm.ts';

interface Profile {
  name: string;
  email: string;
  roles: string[];
}
type Saved = { version: number };

const start: Profile = { name: 'Ada', email: 'ada@example.org', roles: ['USER'] };
const save = vi.fn<(values: Profile, version: number | undefined) => Promise<Saved>>();
const latest = vi.fn<() => Promise<Snapshot<Profile>>>();
const saved = vi.fn<(saved: Saved) => void>();
const cancelled = vi.fn<() => void>();

function Form() {
  const form = useGuardedForm({
    initialValues: start,
    version: 3,
    validate: { name: (text) => (text === '' ? 'Give a name.' : null) },
    save,
    latest,
    onSaved: saved,
  });
  return (
    <GuardedForm form={form} labels={{ name: 'Name', email: 'Email' }} onCancel={cancelled}>
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Email" {...form.field('email')} />
    </GuardedForm>
  );
}

async function open(history: RouterHistory = createMemoryHistory({ initialEntries: ['/form'] })) {
  const root = createRootRoute({ component: Outlet });
  const pages = { '/form': Form, '/other': () => <h1>Another page</h1> };
  const router = createRouter({
    routeTree: root.addChildren(
      Object.entries(pages).map(([path, component]) =>
        createRoute({ getParentRoute: () => root, path, component }),
      ),
    ),
    history,
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByRole('textbox', { name: 'Name' });
  const go = (path: string) => router.navigate({ href: path });
  return { user: userEvent.setup(), go };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });
const refusal = (status: number, problem: object) =>
  new CallError({ status, problem: { error: 'Refused', ...problem }, requestId: undefined });

beforeEach(() => {
  for (const mock of [save, latest, saved, cancelled]) mock.mockReset();
  save.mockResolvedValue({ version: 4 });
});
afterEach(cleanup);

describe('saving', () => {
  it('sends the values once, with the version they are based on', async () => {
    const { user } = await open();
    let answer: (value: Saved) => void = () => undefined;
    save.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await user.type(field('Name'), ' Byron{Enter}{Enter}');
    await user.click(press('Save'));
    answer({ version: 4 });
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(save.mock.calls).toEqual([[{ ...start, name: 'Ada Byron' }, 3]]);
  });

  it('uses the saved version for the next save', async () => {
    const { user } = await open();
    await user.type(field('Name'), '!{Enter}');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await user.type(field('Name'), '?{Enter}');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(save.mock.calls.map(([, version]) => version)).toEqual([3, 4]);
  });

  it('focuses the invalid field and sends nothing', async () => {
    const { user } = await open();
    await user.clear(field('Name'));
    await user.click(press('Save'));
    expect(await screen.findByText('Give a name.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(save).not.toHaveBeenCalled();
  });

  it('shows service errors at their fields, and others in a panel', async () => {
    const { user } = await open();
    const fields = [
      { path: 'body.email', message: 'Is taken.' },
      { path: 'body.unknown', message: 'Is strange.' },
    ];
    save.mockRejectedValueOnce(refusal(400, { fields }));
    await user.type(field('Name'), '!{Enter}');
    expect(await screen.findByText('Is taken.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field('Email')));
    expect(screen.getByRole('alert').textContent).toContain('Is strange.');
    await user.type(field('Email'), 'x{Enter}');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('no longer shows what the service said of values that were corrected', async () => {
    const { user } = await open();
    save.mockRejectedValueOnce(refusal(400, { message: 'There is no such role.' }));
    await user.type(field('Email'), 'x{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such role.');
    await user.clear(field('Name'));
    await user.click(press('Save'));
    expect(await screen.findByText('Give a name.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('scrolls to an error that belongs to no field', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    const { user } = await open();
    save.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await user.type(field('Name'), '!{Enter}');
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(scrolled.mock.contexts).toEqual([alert]));
    scrolled.mockRestore();
  });
});

describe('leaving', () => {
  it('asks for confirmation when there are unsaved changes', async () => {
    const { user, go } = await open();
    await user.type(field('Name'), '!');
    void go('/other');
    await user.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(field('Name').value).toBe('Ada!');
    void go('/other');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Another page')).toBeTruthy();
  });

  it('does not ask when nothing has changed or only the tab changes', async () => {
    const { user, go } = await open();
    await user.type(field('Name'), '!');
    await go('/form?tab=roles');
    expect(field('Name').value).toBe('Ada!');
    await user.type(field('Name'), '{Backspace}');
    await go('/other');
    expect(await screen.findByText('Another page')).toBeTruthy();
  });

  it('does not ask after saving', async () => {
    const { user, go } = await open();
    await user.type(field('Name'), '!{Enter}');
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    await go('/other');
    expect(await screen.findByText('Another page')).toBeTruthy();
  });

  it.each(['×', 'Esc'])(
    'closes its dialog with %s, and asks first if something was changed',
    async (way) => {
      const closed = vi.fn<() => void>();
      function InDialog() {
        const form = useGuardedForm({
          initialValues: { name: 'Ada' },
          save: async () => ({}),
          onSaved: closed,
        });
        return (
          <Dialog title="Edit" onClose={closed} form>
            <GuardedForm form={form} onCancel={closed}>
              <TextInput label="Name" {...form.field('name')} />
            </GuardedForm>
          </Dialog>
        );
      }
      const { user } = await renderAt('/', () => <InDialog />);
      const leave = () =>
        way === 'Esc'
          ? user.keyboard('{Escape}')
          : user.click(screen.getByRole('button', { name: 'Close' }));
      await user.click(await screen.findByRole('textbox', { name: 'Name' }));
      await leave();
      expect(closed).toHaveBeenCalledTimes(1);
      await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
      await leave();
      expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeDefined();
      expect(closed).toHaveBeenCalledTimes(1);
    },
  );

  it('asks before Cancel discards changes', async () => {
    const { user } = await open();
    await user.type(field('Name'), '!');
    await user.click(press('Cancel'));
    expect(cancelled).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(cancelled).toHaveBeenCalledTimes(1);
  });

  it('warns when the window is closed with unsaved changes', async () => {
    window.history.replaceState({}, '', '/form');
    const { user } = await open(createBrowserHistory());
    const prevented = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(prevented()).toBe(false);
    await user.type(field('Name'), '!');
    expect(prevented()).toBe(true);
  });
});

describe('a form that someone else saved in the meantime', () => {
  it('shows who changed each field, lets users choose, and saves on top of the new version', async () => {
    const { user } = await open();
    save.mockRejectedValueOnce(refusal(412, { code: 'changed_meanwhile' }));
    latest.mockResolvedValue({
      values: { name: 'Ada King', email: 'ada@example.org', roles: ['USER', 'AUDITOR'] },
      version: 5,
    });
    await user.type(field('Name'), ' Byron');
    await user.type(field('Email'), 'x{Enter}');
    const theirs = await screen.findByRole('radio', { name: 'Name: take theirs' });
    expect(press('Save merged version').hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('radio', { name: 'Email: take mine' })).toHaveProperty('checked', true);
    expect(screen.getByRole('radio', { name: 'roles: take theirs' })).toHaveProperty(
      'checked',
      true,
    );
    await user.click(theirs);
    await user.click(press('Save merged version'));
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    expect(save.mock.calls[1]).toEqual([
      { name: 'Ada King', email: 'ada@example.orgx', roles: ['USER', 'AUDITOR'] },
      5,
    ]);
  });

  it('can discard my changes; then nothing is unsaved', async () => {
    const { user, go } = await open();
    save.mockRejectedValueOnce(refusal(412, {}));
    latest.mockResolvedValue({ values: { ...start, name: 'Ada King' }, version: 5 });
    await user.type(field('Name'), '!{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Discard my changes' }));
    expect(field('Name').value).toBe('Ada King');
    await go('/other');
    expect(await screen.findByText('Another page')).toBeTruthy();
  });
});
