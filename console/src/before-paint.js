// Runs before the first paint, so a chosen theme never flashes the other one. The page's policy forbids inline scripts.
{
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content ?? '';
  const product = contentOf('product');
  /** As platform/api/storage.ts: a browser may refuse its storage. */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const chosen = stored(`${product}.theme`);
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  const notice = (en, de) => {
    const isGerman = (stored(`${product}.lang`) ?? navigator.language).startsWith('de');
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    line.textContent = isGerman ? de : en;
    return line;
  };

  // Of what the oldest supported versions have (console/package.json), the latest arrivals.
  if (!('isWellFormed' in String.prototype) || !CSS.supports('selector(:has(a))'))
    addEventListener('DOMContentLoaded', () => {
      const line = notice(
        'This browser is too old: some pages will not work. Supported are Chrome and Edge from version 111, Firefox from 121 and Safari from 16.4.',
        'Dieser Browser ist zu alt: Manche Seiten werden nicht funktionieren. Unterstützt werden Chrome und Edge ab Version 111, Firefox ab 121 und Safari ab 16.4.',
      );
      line.style.cssText =
        'margin:0;padding:12px 16px;background:#fdf3d8;color:#4a3500;text-align:center';
      document.body.prepend(line);
    });

  // Instead of a white page or a form that does nothing, if the main script does not arrive.
  addEventListener(
    'error',
    ({ target }) => {
      const root = document.getElementById('root');
      if (target?.type !== 'module' || root === null) return;
      root.prepend(
        notice(
          'A part of the program did not arrive. Reload the page.',
          'Ein Teil des Programms ist nicht angekommen. Lade die Seite neu.',
        ),
      );
    },
    { capture: true },
  );

  // The main script would request these files only when it runs, a round trip later.
  const loadSignedInFiles = () => {
    for (const href of contentOf('signed-in-files').split(' ').filter(Boolean)) {
      const isStyle = href.endsWith('.css');
      const link = document.createElement('link');
      link.rel = isStyle ? 'preload' : 'modulepreload';
      if (isStyle) link.as = 'style';
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };

  /**
   * Sends a call as platform/api/proxy.ts does.
   * @param {string} url
   * @param {string} auth
   */
  const send = (url, auth) => {
    const body = JSON.stringify({
      url,
      method: 'GET',
      headers: { Authorization: `Bearer ${auth}` },
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = fetch(`/api/${product}`, { method: 'POST', headers, body });
    // Started here, so that the next calls go out before the code that the main script runs on this response.
    const text = answer.then((found) => found.text());
    const response = Promise.all([answer, text]).then(
      ([{ status, headers: headersReceived }, content]) =>
        new Response(content || null, { status, headers: headersReceived }),
    );
    return { body, answer, text, response };
  };

  /**
   * Reads a response that the main script reads too.
   * @param {{ answer: Promise<Response>, text: Promise<string> }} call
   */
  const read = async ({ answer, text }) => {
    const { ok } = await answer;
    const body = JSON.parse(await text);
    if (!ok || body.error) throw new Error('The first code handles this answer.');
    return body;
  };

  /**
   * As platform/api/tokens-in.ts: the next access token, if a response carries one.
   * @param {{ accessToken?: unknown }} body
   * @param {string} auth
   */
  const tokenIn = ({ accessToken }, auth) =>
    typeof accessToken === 'string' && accessToken !== '' ? accessToken : auth;

  /**
   * Starts the calls of the start-up in order (specification 4) while the scripts are still loading. The main
   * script picks them up (platform/api/request.ts) and uses their responses.
   * @param {string} auth
   */
  const startCalls = (auth) => {
    const renewal = send('/v1/auth', auth);
    const renewed = read(renewal).then((body) => {
      const next = tokenIn(body, auth);
      return { user: send('/v1/users/current', next), renewal: send('/v1/auth', next), auth: next };
    });
    const dataUser = renewed.then(async (second) => {
      const [body] = await Promise.all([read(second.renewal), read(second.user)]);
      return send('/v1/partitions/all/users/current', tokenIn(body, second.auth));
    });
    const calls = [
      { url: '/v1/auth', sent: Promise.resolve(renewal) },
      { url: '/v1/users/current', sent: renewed.then(({ user }) => user) },
      { url: '/v1/auth', sent: renewed.then(({ renewal: second }) => second) },
      { url: '/v1/partitions/all/users/current', sent: dataUser },
    ];
    // After a failure, the main script sends the remaining calls.
    for (const { sent } of calls) sent.then(({ response }) => response).catch(() => undefined);
    globalThis.earlyCalls = calls;
  };

  const auth = stored('auth');
  if (auth !== null) {
    startCalls(auth);
    loadSignedInFiles();
  }
}
