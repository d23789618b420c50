import type { Known } from '../src/checked.ts';
import { checkFile } from '../src/check-file.ts';
import { element } from './elements.ts';
import { parseKnown, unreadable } from '../src/pasted-input.ts';
import { noProofSheet, resultSheet } from './result.ts';
import { texts, type Language } from './texts.ts';

const container = document.querySelector('#verifier') ?? document.body;
const inputs = { keys: '', checkpoints: '' };
let language: Language = navigator.language.startsWith('de') ? 'de' : 'en';
let file: File | undefined;
/** Counts the checks, so that a slow one does not overwrite a later one. */
let lastCheck = 0;

draw();

function draw(): void {
  const t = texts[language];
  document.documentElement.lang = language;
  document.title = t.title;
  const result = element('div', { id: 'result', 'aria-live': 'polite' });
  const check = () => void checkInto(result);
  const languageButton = element('button', { type: 'button' }, t.language);
  languageButton.addEventListener('click', () => {
    language = language === 'en' ? 'de' : 'en';
    draw();
    // The button was replaced.
    container.querySelector<HTMLElement>('header button')?.focus();
  });
  container.replaceChildren(
    element(
      'header',
      {},
      element('div', {}, element('h1', {}, t.title), element('p', { class: 'quiet' }, t.lead)),
      languageButton,
    ),
    fileField(check),
    knownFields(check),
    result,
  );
  check();
}

function fileField(check: () => void): HTMLElement {
  const t = texts[language];
  const input = element('input', { type: 'file', accept: '.zip,.json,.ndjson,.jsonl' });
  const field = element(
    'label',
    { class: 'drop sheet' },
    input,
    element('strong', {}, t.choose),
    element('span', { class: 'quiet' }, t.drop),
  );
  const chooseFile = (chosen: File | undefined) => {
    field.classList.remove('over');
    if (!chosen) return;
    file = chosen;
    check();
  };
  input.addEventListener('change', () => chooseFile(input.files?.[0]));
  field.addEventListener('dragover', (event) => {
    event.preventDefault();
    field.classList.add('over');
  });
  field.addEventListener('dragleave', () => field.classList.remove('over'));
  field.addEventListener('drop', (event) => {
    event.preventDefault();
    chooseFile(event.dataTransfer?.files[0]);
  });
  return field;
}

function knownFields(check: () => void): HTMLElement {
  const t = texts[language];
  const area = (name: keyof typeof inputs, label: string, errorOf: () => string) => {
    const field = element('textarea', {
      spellcheck: 'false',
      name,
      'aria-describedby': `${name}-wrong`,
    });
    const message = element('p', { id: `${name}-wrong`, class: 'wrong', role: 'alert' });
    const validate = () => {
      message.textContent = errorOf();
      field.setAttribute('aria-invalid', String(message.textContent !== ''));
    };
    const update = () => {
      if (inputs[name] === field.value) return;
      inputs[name] = field.value;
      validate();
      check();
    };
    field.value = inputs[name];
    validate();
    field.addEventListener('change', update);
    field.addEventListener('input', (event) => {
      if (event instanceof InputEvent && event.inputType.startsWith('insertFrom')) update();
    });
    return element('div', {}, element('label', { class: 'field' }, label, field), message);
  };
  const errorText = (text: string | undefined, words: (text: string) => string) =>
    text === undefined ? '' : words(text);
  const fields = element(
    'details',
    {},
    element('summary', {}, t.known),
    element('p', { class: 'quiet' }, t.knownHint),
    area('keys', t.keys, () => errorText(unreadable(knownNow()).key, t.noKey)),
    area('checkpoints', t.checkpoints, () =>
      errorText(unreadable(knownNow()).checkpoint, t.noCheckpoint),
    ),
  );
  fields.open = inputs.keys !== '' || inputs.checkpoints !== '';
  return fields;
}

function knownNow(): Known {
  return parseKnown(inputs.keys, inputs.checkpoints);
}

async function checkInto(result: HTMLElement): Promise<void> {
  const thisCheck = ++lastCheck;
  if (!file) return;
  const t = texts[language];
  const { name } = file;
  const known = knownNow();
  const { key, checkpoint } = unreadable(known);
  if (key !== undefined || checkpoint !== undefined) {
    // A check without them would look as if they had been compared.
    result.replaceChildren(element('section', { class: 'sheet' }, t.fixFirst));
    return;
  }
  const bar = element('progress', { 'aria-label': name });
  const count = element('p', { class: 'quiet' });
  result.replaceChildren(element('section', { class: 'sheet', 'aria-live': 'off' }, bar, count));
  try {
    const found = await checkFile(file, known, (done, size) => {
      if (thisCheck !== lastCheck) throw new Error('Another check replaced this one.');
      bar.max = Math.max(size, done);
      bar.value = done;
      count.textContent = t.checking(done, size);
    });
    if (thisCheck === lastCheck)
      result.replaceChildren(found ? resultSheet(t, name, found, known) : noProofSheet(t, name));
  } catch {
    // The file was removed, or may not be read.
    if (thisCheck === lastCheck)
      result.replaceChildren(element('section', { class: 'sheet' }, `${t.cannotRead} ${name}`));
  }
}
