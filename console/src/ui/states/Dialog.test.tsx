// @vitest-environment happy-dom
import { Button, Menu } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderAt } from '../../platform/testing/render-at.tsx';
import { Dialog } from './Dialog.tsx';
import { trackFocus } from './last-focused-element.ts';

afterEach(cleanup);

/** Replaces the pressed button without rendering the dialog again. */
function Steps() {
  const [goesOn, setGoesOn] = useState(false);
  return goesOn ? (
    <p>The second step</p>
  ) : (
    <>
      <button type="button" onClick={() => setGoesOn(true)}>
        Continue
      </button>
      <Dialog title="Leave?" opened={false} onClose={() => {}}>
        <p>What is not saved is lost.</p>
      </Dialog>
    </>
  );
}

it('takes the focus when the focused element is removed, so that Tab stays in the dialog', async () => {
  function Page() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Under it
        </button>
        {opened && (
          <Dialog title="Two steps" form onClose={() => {}}>
            <Steps />
          </Dialog>
        )}
      </>
    );
  }
  const { user } = await renderAt('/', () => <Page />);
  (await screen.findByRole('button', { name: 'Under it' })).focus();
  await user.keyboard('{Enter}');
  const goOn = await screen.findByRole('button', { name: 'Continue' });
  goOn.focus();
  await user.keyboard('{Enter}');
  await screen.findByText('The second step');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

it('returns the focus to the previous element when it closes', async () => {
  function Page() {
    const [asks, setAsks] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAsks(true)}>
          Ask
        </button>
        {asks && (
          <Dialog title="Really?" onClose={() => setAsks(false)}>
            <button type="button" onClick={() => setAsks(false)}>
              Yes
            </button>
          </Dialog>
        )}
      </>
    );
  }
  const { user } = await renderAt('/', () => <Page />);
  const ask = await screen.findByRole('button', { name: 'Ask' });
  ask.focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'Yes' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(ask));
});

it.each(['is gone', 'can no longer be used'])(
  'moves the focus to what followed the previous element if that %s',
  async (what) => {
    function Page() {
      const [asks, setAsks] = useState(false);
      const [isDone, setIsDone] = useState(false);
      const finish = () => {
        setIsDone(true);
        setAsks(false);
      };
      return (
        <main>
          <a href="/before">Before</a>
          {(!isDone || what !== 'is gone') && (
            <button type="button" disabled={isDone} onClick={() => setAsks(true)}>
              Submit
            </button>
          )}
          {isDone || <button type="button">Edit</button>}
          <button type="button">Withdraw</button>
          {asks && (
            <Dialog title="Submit?" onClose={() => setAsks(false)}>
              <button type="button" onClick={finish}>
                Yes
              </button>
            </Dialog>
          )}
        </main>
      );
    }
    const { user } = await renderAt('/', () => <Page />);
    (await screen.findByRole('button', { name: 'Submit' })).focus();
    await user.keyboard('{Enter}');
    (await screen.findByRole('button', { name: 'Yes' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Withdraw' })),
    );
  },
);

it('leaves the focus alone if it was never open', async () => {
  function Page() {
    const [isThere, setIsThere] = useState(true);
    return (
      <main>
        {isThere && (
          <>
            <button type="button" onClick={() => setIsThere(false)}>
              Save
            </button>
            <Dialog title="Leave?" opened={false} onClose={() => {}}>
              <p>What is not saved is lost.</p>
            </Dialog>
          </>
        )}
        <button type="button">History</button>
      </main>
    );
  }
  const { user } = await renderAt('/', () => <Page />);
  (await screen.findByRole('button', { name: 'Save' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(document.activeElement).toBe(document.body);
});

it.each(['at once', 'after its code has loaded'])(
  'returns the focus to the button of a closed menu: opened %s',
  async (when) => {
    const stop = trackFocus();
    function Page() {
      const [asks, setAsks] = useState(false);
      return (
        <>
          {/* As when the dialog takes the focus before the menu could give it back. */}
          <Menu returnFocus={false}>
            <Menu.Target>
              <Button>More</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  if (when === 'at once') setAsks(true);
                  else menuIsGone.then(() => setAsks(true), fail);
                }}
              >
                Ask
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {asks && (
            <Dialog title="Sure?" onClose={() => setAsks(false)}>
              <p>Once more.</p>
            </Dialog>
          )}
        </>
      );
    }
    let tell: () => void = () => {};
    const menuIsGone = new Promise<void>((resolve) => (tell = resolve));
    const fail = () => {};
    const { user } = await renderAt('/', () => <Page />);
    const more = await screen.findByRole('button', { name: 'More' });
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    tell();
    const close = await screen.findByRole('button', { name: 'Close' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(more));
    stop();
  },
);
