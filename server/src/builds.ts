import type { FastifyInstance } from 'fastify';
import { notFound } from '@annals/kit/problem';
import type { Build } from './console-files.ts';

/** The manifest of the build that is served: the newest one, and by its id. */
export function mountBuilds(app: FastifyInstance, build: Build): void {
  app.get('/builds/latest.json', () => ({ id: build.id, timestamp: build.timestamp }));
  app.get<{ Params: { file: string } }>('/builds/meta/:file', (request) => {
    if (request.params.file !== `${build.id}.json`) throw notFound('build');
    return build;
  });
}
