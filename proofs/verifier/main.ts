import type { Known } from '../src/checked.ts';
import { checkFile } from './check-file.ts';
import { element } from './elements.ts';
import { knownOf, unreadable } from './pasted-input.ts';
import { noProofSheet, resultSheet } from './result.ts';
import { texts, type Language } from './texts.ts';

const place = document.querySelector('#verifier') ?? document.body;
const written = { keys: '', checkpoints: '' };
let language: Language = navigator.language.startsWith('de') ? 'de' : 'en';
let file: File | undefined;
/** Counts the checks, so that a slow one does not overwrite a later one. */
let turn = 0;

draw();

function draw(): void {
  const t = texts[language];
  document.documentElement.lang = language;
  document.title = t.title;
  const result = element('div', { id: 'result', 'aria-live': 'polite' });
  const check = () => void checkInto(result);
  const other = element('button', { type: 'button' }, t.language);
  other.addEventListener('click', () => {
    language = language === 'en' ? 'de' : 'en';
    draw();
    // The button that was pressed is gone.
    place.querySelector<HTMLElement>('header button')?.focus();
  });
  place.replaceChildren(
    element(
      'header',
      {},
      element('div', {}, element('h1', {}, t.title), element('p', { class: 'quiet' }, t.lead)),
      other,
    ),
    fileField(check),
    knownFields(check),
    result,
  );
  check();
}

function fileField(check: () => void): HTMLElement {
  const t = texts[language];
  const input = element('input', { type: 'file', accept: '.json,.ndjson,.jsonl' });
  const field = element(
    'label',
    { class: 'drop sheet' },
    input,
    element('strong', {}, t.choose),
    element('span', { class: 'quiet' }, t.drop),
  );
  const take = (chosen: File | undefined) => {
    field.classList.remove('over');
    if (!chosen) return;
    file = chosen;
    check();
  };
  input.addEventListener('change', () => take(input.files?.[0]));
  field.addEventListener('dragover', (event) => {
    event.preventDefault();
    field.classList.add('over');
  });
  field.addEventListener('dragleave', () => field.classList.remove('over'));
  field.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  return field;
}

function knownFields(check: () => void): HTMLElement {
  const t = texts[language];
  const area = (name: keyof typeof written, label: string, wrong: () => string) => {
    const field = element('textarea', {
      spellcheck: 'false',
      name,
      'aria-describedby': `${name}-wrong`,
    });
    const says = element('p', { id: `${name}-wrong`, class: 'wrong', role: 'alert' });
    const judge = () => {
      says.textContent = wrong();
      field.setAttribute('aria-invalid', String(says.textContent !== ''));
    };
    const take = () => {
      if (written[name] === field.value) return;
      written[name] = field.value;
      judge();
      check();
    };
    field.value = written[name];
    judge();
    field.addEventListener('change', take);
    field.addEventListener('input', (event) => {
      if (event instanceof InputEvent && event.inputType.startsWith('insertFrom')) take();
    });
    return element('div', {}, element('label', { class: 'field' }, label, field), says);
  };
  const sentence = (text: string | undefined, words: (text: string) => string) =>
    text === undefined ? '' : words(text);
  const fields = element(
    'details',
    {},
    element('summary', {}, t.known),
    element('p', { class: 'quiet' }, t.knownHint),
    area('keys', t.keys, () => sentence(unreadable(knownNow()).key, t.noKey)),
    area('checkpoints', t.checkpoints, () =>
      sentence(unreadable(knownNow()).checkpoint, t.noCheckpoint),
    ),
  );
  fields.open = written.keys !== '' || written.checkpoints !== '';
  return fields;
}

function knownNow(): Known {
  return knownOf(written.keys, written.checkpoints);
}

async function checkInto(result: HTMLElement): Promise<void> {
  const mine = ++turn;
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
      if (mine !== turn) throw new Error('Another check goes on in place of this one.');
      bar.max = Math.max(size, done);
      bar.value = done;
      count.textContent = t.checking(done, size);
    });
    if (mine === turn)
      result.replaceChildren(found ? resultSheet(t, name, found, known) : noProofSheet(t, name));
  } catch {
    // The file was removed, or may not be read.
    if (mine === turn)
      result.replaceChildren(element('section', { class: 'sheet' }, `${t.cannotRead} ${name}`));
  }
}
