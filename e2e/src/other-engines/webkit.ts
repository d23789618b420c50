import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine, Handle, Tab } from './tab.ts';

/** The programs of Debian's webkit2gtk-driver and xvfb. */
export const webkitPaths = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  screen: '/usr/bin/Xvfb',
};

/** WebKitGTK, driven by WebDriver (https://www.w3.org/TR/webdriver2/). It shows its windows on a screen of its own. */
export async function startWebkit(): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'annals-webkit-'));
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn(webkitPaths.driver, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: display,
      LANG: 'en_GB.UTF-8',
      LANGUAGE: 'en_GB',
      TZ: 'Europe/Vienna',
    },
  });
  const call = callsTo(`http://127.0.0.1:${port}`);
  const { sessionId } = await untilListening(async () =>
    call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: webkitPaths.browser, args: ['--automation'] },
        },
      },
    }),
  );
  const command: Command = (method, path, body) =>
    call(method, `/session/${sessionId}${path}`, body);
  await command('POST', '/timeouts', { script: 60_000, pageLoad: 120_000 });
  await command('POST', '/window/rect', { width: 1440, height: 900 });
  return {
    downloads: home,
    openTab: async () => {
      const { handle } = await command<{ handle: string }>('POST', '/window/new', { type: 'tab' });
      return tabOf(command, handle);
    },
    close: async () => {
      await command('DELETE', '');
      for (const process of [driver, screen]) await end(process);
      await rm(home, { recursive: true });
    },
  };
}

type Command = <Result = unknown>(method: string, path: string, body?: object) => Promise<Result>;

/** How an element is written in the calls of WebDriver, section 12. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** The code points of keys, section 17.4.2. */
const keys = { Enter: '\uE007' };

function tabOf(command: Command, window: string): Tab {
  const inTab: Command = async (method, path, body) => {
    await command('POST', '/window', { handle: window });
    return command(method, path, body);
  };
  const idOf = (element: Handle) => (element as Record<string, string>)[elementKey] ?? '';
  const onElement = async (element: Handle, path: string, body: object = {}) =>
    inTab('POST', `/element/${idOf(element)}/${path}`, body);
  const run = async (inPage: (...args: never[]) => unknown, args: unknown[]) =>
    inTab('POST', '/execute/sync', { script: `return (${String(inPage)})(...arguments)`, args });
  return {
    load: async (url) => {
      await inTab('POST', '/url', { url });
    },
    evaluate: async (inPage, ...args) => (await run(inPage, args)) as never,
    find: async (inPage, ...args) => ((await run(inPage, args)) as Handle | null) ?? undefined,
    click: async (element) => {
      // It finds no place to click in the cells of a grid.
      if (await run(isInGrid, [element])) await run(clickInPage, [element]);
      else await onElement(element, 'click');
    },
    fill: async (element, text) => {
      await onElement(element, 'clear');
      await onElement(element, 'value', { text });
    },
    type: async (element, text) => {
      await onElement(element, 'value', { text });
    },
    press: async (element, key) => {
      await onElement(element, 'value', { text: keys[key] });
    },
    choose: async (input, file) => {
      await onElement(input, 'value', { text: file });
    },
  };
}

// What follows runs in the page.
const isInGrid = (element: Element): boolean => element.matches('[role="gridcell"]');

function clickInPage(element: Element): void {
  for (const type of ['mousedown', 'mouseup', 'click'])
    element.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  (element as HTMLElement).focus();
}

/** @throws what WebDriver says went wrong */
function callsTo(origin: string): Command {
  return async <Result>(method: string, path: string, body?: object) => {
    const answer = await fetch(origin + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value as Result;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`WebKit answers ${method} ${path} with “${error}”: ${message}`);
  };
}

/** An X server that chooses a display nobody uses, and says which. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    webkitPaths.screen,
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [number] = (await once(createInterface(screen.stdio[3] as never), 'line')) as [string];
  return { screen, display: `:${number}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** What a program answers once it listens. */
async function untilListening<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === 600) throw error;
      await wait(100);
    }
}

async function end(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || !process.kill()) return;
  await once(process, 'exit');
}
