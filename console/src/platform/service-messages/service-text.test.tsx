// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { say, type ServiceMessage } from '@annals/contracts/messages';
import type { FieldProblem } from '@annals/contracts/problem';
import { CallError, ContractError } from '../api/errors.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { currentToasts, dismissToast, showFailure } from '../../ui/feedback/toasts.ts';
import { Toasts } from '../../ui/feedback/Toasts.tsx';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { setLanguage } from '../texts.ts';

beforeEach(() => setLanguage('de'));
afterEach(() => {
  cleanup();
  for (const { id } of currentToasts()) dismissToast(id);
  setLanguage('en');
});

const refused = (explanation: ServiceMessage, fields: FieldProblem[] = []) =>
  new CallError({
    status: 400,
    problem: { error: explanation.message, code: 'bad_request', ...explanation, fields },
    requestId: 'r-12345678',
  });
const inMantine = { wrapper: MantineProvider };

// Runs first, because the translations are loaded only once.
test('an error panel switches to German when the translations load, and back to English', async () => {
  const error = refused(say('noSuchRole', { unknown: 'AUDITOR' }), [
    { path: 'body.roles', ...say('unknownKeys', { keys: 'AUDITOR' }) },
    { path: 'body.x', message: 'Das hat ein fremder Dienst gesagt' },
  ]);
  render(<ErrorPanel title="Nicht gespeichert" error={error} />, inMantine);
  expect(screen.getByRole('alert').textContent).toContain('There is no role AUDITOR.');
  await screen.findByText('Diese Rolle gibt es nicht: AUDITOR.');
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain('body.roles Unbekannt: AUDITOR.');
  expect(textContent).toContain('body.x Das hat ein fremder Dienst gesagt');
  expect(textContent).toContain('Anfrage-ID r-12345678');
  act(() => setLanguage('en'));
  expect(screen.getByRole('alert').textContent).toContain('There is no role AUDITOR.');
});

test('a contract error shows the path of the field in German', async () => {
  const error = new ContractError('GET /v1/users', 'data.0.id', 'noContent', undefined);
  render(<ErrorPanel error={error} />, inMantine);
  const messages = await screen.findByText(
    /Antwort gesendet, die diese Konsole nicht versteht\. Antwort auf GET \/v1\/users, Feld data\.0\.id/,
  );
  expect(messages.textContent).not.toContain('no content');
});

test('a field error of a form is shown in German', async () => {
  function Form() {
    const form = useGuardedForm<{ email: string }, object>({
      initialValues: { email: 'ada' },
      version: undefined,
      save: () =>
        Promise.reject(
          refused(say('invalidInput'), [{ path: 'body.email', ...say('enterEmail') }]),
        ),
      onSaved: () => undefined,
    });
    return (
      <GuardedForm form={form} labels={{ email: 'E-Mail' }} onCancel={() => undefined}>
        <TextInput label="E-Mail" {...form.field('email')} />
      </GuardedForm>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Form }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router} />, inMantine);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Speichern' }));
  await screen.findByText('Gib eine E-Mail an, zum Beispiel ada@example.org.');
  const field = screen.getByRole('textbox', { name: 'E-Mail' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a failure toast uses the language at the time it is shown', async () => {
  showFailure('Nicht gelöscht', refused(say('lastMaster')));
  render(<Toasts />, inMantine);
  const german =
    'Nicht gelöscht. Das ist der letzte aktive Global Master. Mach zuerst jemand anderen dazu.';
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(german));
});
