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
      // Over HTTP/1.1 a browser asks for six files at a time: what is needed together is one file, and small shared
      // pieces would cost a third more in requests and bytes. An earlier group takes what a later one needs too.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            {
              name: 'sign-in',
              test: /console\/src\/features\/session\/(SignInWays|sign-in-ways)\./,
              priority: 3,
            },
            // The users list has all that a list needs, and with the shell it is what comes after the sign-in.
            {
              name: 'shell',
              test: /console\/src\/(shell\/Shell\.tsx|pages\.ts|features\/users\/(UsersPage\.tsx|users\.queries\.ts))/,
              priority: 2,
            },
            { name: 'queries', test: /console\/src\/features\/.*\.queries\.ts$/, priority: 1 },
            {
              name: 'forms',
              test: /console\/src\/shared\/(forms|confirm|pickers|secrets|history|ids|permissions)\/.*\.tsx?$|node_modules\/@mantine\/core/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
