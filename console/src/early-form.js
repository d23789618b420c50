// Runs in the document of /login, which contains the sign-in form in each language (login-document.tsx). It
// shows the form while the scripts load, and records what the user does in it for the scripts
// (features/session/early-form.ts).
{
  const product = document.querySelector('meta[name="product"]')?.content ?? '';
  const search = new URLSearchParams(location.search);
  const templates = [...document.querySelectorAll('template')];
  /** As platform/api/storage.ts: a browser may refuse its storage. */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  // The same choice as in platform/texts.ts.
  const template = [
    stored(`${product}.lang`),
    ...navigator.languages.map((tag) => tag.slice(0, 2)),
    'en',
  ]
    .map((language) => templates.find(({ lang }) => lang === language))
    .find(Boolean);

  /** @param {HTMLElement} root */
  const keepActs = (root) => {
    const listening = new AbortController();
    /** @type {(() => void)[]} */
    const acts = [];
    root.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        const form = event.target;
        if (form.ariaBusy === 'true') return;
        form.ariaBusy = 'true';
        acts.push(() => form.requestSubmit());
      },
      listening,
    );
    root.addEventListener(
      'click',
      ({ target }) => {
        const button = target.closest('button[type="button"]');
        if (button !== null) acts.push(() => button.click());
      },
      listening,
    );
    globalThis.earlyForm = {
      typed: (name) => root.querySelector(`input[autocomplete~="${name}"]`)?.value ?? '',
      acts: () => {
        listening.abort();
        root.querySelector('form').ariaBusy = null;
        return acts;
      },
    };
  };

  // Signed-in users are redirected, and users returning from a provider need no form.
  const isAsked = stored('auth') === null && !search.get('code') && !search.get('error');
  if (template !== undefined && isAsked) {
    const form = document.importNode(template.content, true);
    if (!search.get('redirect')) form.querySelector('[role="status"]').remove();
    // The Content-Security-Policy forbids style attributes in the document, but not styles that a script sets.
    for (const element of form.querySelectorAll('[data-style]')) {
      element.style.cssText = element.dataset.style;
      delete element.dataset.style;
    }
    const root = document.getElementById('root');
    root.append(form);
    document.documentElement.lang = template.lang;
    root.querySelector('input').focus();
    keepActs(root);
  }
}
