// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const styles = join(
  dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')),
  'styles',
);

/** The parts that a component renders besides itself. */
const parts: Record<string, string[]> = {
  Button: ['UnstyledButton', 'Loader'],
  Checkbox: ['InlineInput'],
  CloseButton: ['UnstyledButton'],
  Drawer: ['ModalBase', 'Overlay', 'Paper'],
  Menu: ['Popover'],
  Modal: ['ModalBase', 'Overlay', 'Paper'],
  NativeSelect: ['Input', 'Combobox'],
  Radio: ['InlineInput'],
  Select: ['Input', 'Combobox', 'Popover'],
  TextInput: ['Input'],
  Textarea: ['Input'],
};

test('every Mantine component in use has its style sheet', () => {
  const imported = ['first-styles.css', 'shell-styles.css', 'forms-styles.css']
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('');
  const missing = new Set<string>();
  for (const file of sources()) {
    for (const [, names = ''] of readFileSync(file, 'utf8').matchAll(
      /import \{([^}]*)\} from '@mantine\/core'/g,
    )) {
      for (const name of names
        .split(',')
        .map((one) => one.trim())
        .filter((one) => /^[A-Z]/.test(one))) {
        for (const part of [name, ...(parts[name] ?? [])]) {
          const needed = existsSync(join(styles, `${part}.layer.css`));
          if (needed && !imported.includes(`/${part}.layer.css'`)) missing.add(part);
        }
      }
    }
  }
  expect([...missing]).toEqual([]);
});

function sources(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !/\.test\.|testing/.test(file))
    .map((file) => join(src, file));
}
