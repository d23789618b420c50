import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

/** An alias that leads nowhere is shown by the console. Asked with HEAD, which counts no visit. */
async function bypass({ url }: { url?: string | undefined }): Promise<string | undefined> {
  const answer = await fetch(`${server}${url}`, { method: 'HEAD', redirect: 'manual' });
  return answer.status === 302 ? undefined : '/index.html';
}

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': server, '/builds': server, '/a/': { target: server, bypass } } },
  build: {
    target: 'es2022',
    manifest: true,
    // Inlined fonts and pictures would need data: where the security policy only allows 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What the login page needs is one file; small shared pieces would cost it a third more in requests and bytes.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
});
