import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const entry = 'virtual:bare-form';
const source = `
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Form() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  return h('form', null,
    h('h1', null, 'Sign in'),
    h('label', null, 'User name', h('input', { value: name, onChange: (event) => setName(event.target.value) })),
    h('label', null, 'Password', h('input', { type: 'password', value: password, onChange: (event) => setPassword(event.target.value) })),
    h('button', null, 'Sign in'));
}
createRoot(document.getElementById('root')).render(h(Form));
`;

/** A minimal login form in React (two fields and a button), served like the console. */
export async function serveBareForm(): Promise<{ url: string; close: () => void }> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'bare-form',
        resolveId: (id: string) => (id === entry ? id : undefined),
        load: (id: string) => (id === entry ? source : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  const script = brotliCompressSync(output[0].code);
  const page = `<!doctype html><meta charset="utf-8"><title>Form</title><div id="root"></div><script type="module" src="/form.js"></script>`;
  const server: Server = createServer((request, response) => {
    if (request.url === '/form.js')
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' })
        .end(script);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
