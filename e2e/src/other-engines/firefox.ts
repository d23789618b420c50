import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type JSHandle, type Page } from 'puppeteer-core';
import type { Engine, Handle, Tab } from './tab.ts';

/** Debian's Firefox, driven by WebDriver BiDi. */
export const firefoxPath = '/usr/bin/firefox-esr';

export async function startFirefox(): Promise<Engine> {
  const downloads = await mkdtemp(join(tmpdir(), 'annals-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    env: { ...process.env, TZ: 'Europe/Vienna' },
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-GB',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  });
  return {
    downloads,
    openTab: async () => tabOf(await browser.newPage()),
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true });
    },
  };
}

function tabOf(page: Page): Tab {
  const element = (handle: Handle) => handle as ElementHandle<HTMLInputElement>;
  return {
    load: async (url) => {
      await page.goto(url);
    },
    evaluate: async (inPage, ...args) =>
      page.evaluate(inPage as never, ...(args as unknown[] as never[])),
    find: async (inPage, ...args) => {
      const handle: JSHandle = await page.evaluateHandle(
        inPage as never,
        ...(args as unknown[] as never[]),
      );
      return handle.asElement() ?? undefined;
    },
    click: async (handle) => element(handle).click(),
    fill: async (handle, text) => {
      await element(handle).focus();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    type: async (handle, text) => element(handle).type(text),
    press: async (handle, key) => element(handle).press(key),
    choose: async (handle, file) => element(handle).uploadFile(file),
  };
}
