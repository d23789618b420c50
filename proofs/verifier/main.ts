import type { Known } from '../src/checked.ts';
import { checkFile } from './check-file.ts';
import { element } from './elements.ts';
import { knownOf } from './known.ts';
import { resultSheet } from './result.ts';
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
  const result = element('div', { id: 'result' });
  const check = () => void checkInto(result);
  const other = element('button', { type: 'button' }, t.language);
  other.addEventListener('click', () => {
    language = language === 'en' ? 'de' : 'en';
    draw();
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
  const area = (name: keyof typeof written, label: string) => {
    const field = element('textarea', { spellcheck: 'false', name });
    field.value = written[name];
    field.addEventListener('change', () => {
      written[name] = field.value;
      check();
    });
    return element('label', { class: 'field' }, label, field);
  };
  const fields = element(
    'details',
    {},
    element('summary', {}, t.known),
    element('p', { class: 'quiet' }, t.knownHint),
    area('keys', t.keys),
    area('checkpoints', t.checkpoints),
  );
  fields.open = written.keys !== '' || written.checkpoints !== '';
  return fields;
}

async function checkInto(result: HTMLElement): Promise<void> {
  const mine = ++turn;
  if (!file) return;
  const t = texts[language];
  const { name } = file;
  const bar = element('progress');
  const count = element('p', { class: 'quiet' });
  result.replaceChildren(element('section', { class: 'sheet' }, bar, count));
  const known: Known = knownOf(written.keys, written.checkpoints);
  try {
    const found = await checkFile(file, known, (done, size) => {
      bar.max = Math.max(size, done);
      bar.value = done;
      count.textContent = t.checking(done, size);
    });
    if (mine === turn) result.replaceChildren(resultSheet(t, name, found, known));
  } catch {
    // The file went away, or may not be read.
    if (mine === turn)
      result.replaceChildren(
        element('section', { class: 'sheet', role: 'alert' }, `${t.cannotRead} ${name}`),
      );
  }
}
