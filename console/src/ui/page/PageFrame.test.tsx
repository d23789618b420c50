// @vitest-environment happy-dom
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CallError, noSuchThing } from '../../platform/api/errors.ts';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { PageFrame } from './PageFrame.tsx';
import { PageHeader } from './PageHeader.tsx';

/** What the service answers next. */
let answer: () => Promise<string>;
const thing = queryOptions({ queryKey: ['thing'], queryFn: () => answer() });
const failure = () =>
  Promise.reject(new CallError({ status: 500, problem: { error: 'Broken' }, requestId: 'r1' }));

afterEach(cleanup);

const parents = [{ name: 'Things', to: '/things' }];

function Thing() {
  const query = useSuspenseQuery(thing);
  return (
    <>
      <PageHeader title={query.data} parents={parents} query={query} />
      <p>Content of {query.data}</p>
    </>
  );
}

function ThingPage() {
  return (
    <PageFrame
      name="Thing"
      parents={parents}
      absent={{ noSuch: 'No such thing', noSuchHint: 'Ask somebody.', all: 'All things' }}
    >
      <Thing />
    </PageFrame>
  );
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('shows where the page is until its data is there, and then the page', async () => {
  let arrive: (name: string) => void = () => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  await renderAt('/things/1', () => <ThingPage />);
  expect(await screen.findByRole('link', { name: 'Things' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-busy')).toBe('true');
  arrive('Anvil');
  await heading('Anvil');
  expect(screen.getByText('Content of Anvil')).toBeTruthy();
});

it.each([true, false])('keeps the focus on its heading, if it had it: %s', async (hasFocus) => {
  let arrive: (name: string) => void = () => {};
  answer = () => new Promise((resolve) => (arrive = resolve));
  await renderAt('/things/1', () => <ThingPage />);
  const loading = await screen.findByRole('heading', { level: 1 });
  if (hasFocus) loading.focus();
  else loading.blur();
  arrive('Anvil');
  const loaded = await heading('Anvil');
  expect(document.activeElement).toBe(hasFocus ? loaded : document.body);
});

it('says what failed below the name of the page, and tries again', async () => {
  answer = failure;
  const { user } = await renderAt('/things/1', () => <ThingPage />);
  await heading('Thing');
  expect(screen.getByRole('alert').textContent).toContain('r1');
  answer = async () => 'Anvil';
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Anvil');
});

it('returns when something else asks again', async () => {
  answer = failure;
  const { queryClient } = await renderAt('/things/1', () => <ThingPage />);
  await heading('Thing');
  answer = async () => 'Anvil';
  await queryClient.invalidateQueries({ queryKey: thing.queryKey });
  expect(await heading('Anvil')).toBeTruthy();
});

it.each([
  ['the service', () => Promise.reject(noSuchThing())],
  ['the page', async () => 'nothing'],
])('says that there is no such thing if %s says so', async (_, says) => {
  answer = says;
  function Found() {
    if (useSuspenseQuery(thing).data === 'nothing') throw noSuchThing();
    return null;
  }
  await renderAt('/things/1', () => (
    <PageFrame
      name="Thing"
      parents={parents}
      absent={{ noSuch: 'No such thing', noSuchHint: 'Ask somebody.', all: 'All things' }}
    >
      <Found />
    </PageFrame>
  ));
  await heading('No such thing');
  expect(screen.getByText('Ask somebody.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All things' }).getAttribute('href')).toBe('/things');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it.each([
  ['to the page above', parents, {}, '/things'],
  ['to where the page says', parents, { to: '/found' }, '/found'],
  ['nowhere without a page above', [], {}, undefined],
])('leads from a missing thing %s', async (_, above, to, path) => {
  answer = () => Promise.reject(noSuchThing());
  const absent = { noSuch: 'No such thing', noSuchHint: 'Ask somebody.', all: 'On', ...to };
  await renderAt('/things/1', () => (
    <PageFrame name="Thing" parents={above} absent={absent}>
      <Thing />
    </PageFrame>
  ));
  await heading('No such thing');
  expect(screen.queryByRole('link', { name: 'On' })?.getAttribute('href')).toBe(path);
});

it('keeps the page and says so when its data cannot be loaded again', async () => {
  answer = async () => 'Anvil';
  const { queryClient, user } = await renderAt('/things/1', () => <ThingPage />);
  await heading('Anvil');
  answer = failure;
  await queryClient.invalidateQueries({ queryKey: thing.queryKey });
  expect((await screen.findByRole('alert')).textContent).toContain('r1');
  expect(screen.getByText('Content of Anvil')).toBeTruthy();
  answer = async () => 'Hammer';
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Hammer');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('keeps what is around the content, whatever becomes of it', async () => {
  answer = failure;
  const { queryClient } = await renderAt('/things/1', () => (
    <PageFrame
      name="Thing"
      parents={parents}
      header={<Thing />}
      renderAround={(content) => (
        <>
          <input aria-label="Moment" />
          {content}
        </>
      )}
    >
      <Thing />
    </PageFrame>
  ));
  await heading('Thing');
  const moment = screen.getByRole('textbox', { name: 'Moment' });
  moment.focus();
  answer = async () => 'Anvil';
  await queryClient.invalidateQueries({ queryKey: thing.queryKey });
  await waitFor(() => expect(screen.getAllByText('Content of Anvil')).toHaveLength(2));
  expect(document.activeElement).toBe(moment);
});

it('leaves mistakes of the code to the router', async () => {
  function Broken(): never {
    throw new TypeError('is not a function');
  }
  await renderAt('/things/1', () => (
    <PageFrame name="Thing">
      <Broken />
    </PageFrame>
  ));
  expect(await screen.findByText('is not a function')).toBeTruthy();
});
