// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What pages take from console/src/shared, so that each of them keeps to the same rules. */
const pieces: Readonly<Record<string, { own: RegExp; shared: string }>> = {
  'a form of its own': { own: /<form\b/, shared: 'GuardedForm, or AskForm' },
  'the form library': { own: /from '@mantine\/form'/, shared: 'useGuardedForm' },
  'a dialog of its own': {
    own: /\b(?:Modal|Drawer)\b[^;]*from '@mantine\/core'|<dialog\b|@mantine\/modals/,
    shared: 'Dialog, ConfirmDialog or SecretDialog',
  },
  'a question of the browser': {
    own: /(?<![.\w])(?:window\.)?(?:confirm|alert|prompt)\(/,
    shared: 'ConfirmDialog',
  },
  'a guard of its own': {
    own: /beforeunload|onbeforeunload|useBlocker/,
    shared: 'useLeaveGuard or registerUnsaved',
  },
};

/** Why a file may do without the shared piece. */
const exceptions: Readonly<Record<string, string>> = {
  'features/session/': 'the pages before the sign-in do without the code of forms that may be lost',
  'shell/Shell.tsx': 'the side menu of small screens, which asks nothing',
  'shell/palette/Palette.tsx': 'a search over the page, which any click beside it closes',
};

const source = new URL('../../', import.meta.url);
const files = ['features', 'shell']
  .flatMap((folder) =>
    readdirSync(new URL(folder, source), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));

function breaches(isAllowed: (file: string) => boolean): string[] {
  return files.filter(isAllowed).flatMap((file) => {
    const text = readFileSync(new URL(file, source), 'utf8');
    return Object.entries(pieces)
      .filter(([, { own }]) => own.test(text))
      .map(([what, { shared }]) => `${file} has ${what}: it takes ${shared}`);
  });
}

const isException = (file: string) => Object.keys(exceptions).some((each) => file.startsWith(each));

it('pages take forms, dialogs and guards from what they share', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(breaches((file) => !isException(file))).toEqual([]);
});

it('an exception that is needed no more is taken away', () => {
  const needed = Object.keys(exceptions).filter(
    (exception) => breaches((file) => file.startsWith(exception)).length > 0,
  );
  expect(needed).toEqual(Object.keys(exceptions));
});
