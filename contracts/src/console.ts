import * as z from 'zod/mini';

/**
 * GET /api/env: where the services are, by `AUTHENTICATION_ENDPOINT` and `{PRODUCT}_ENDPOINT`, and where people reach the
 * console, by `PUBLIC_URL` where that is configured.
 */
export const environment = z.catchall(
  z.object({ PRODUCT_NAME: z.string(), AUTHENTICATION_ENDPOINT: z.string() }),
  z.string(),
);
export type Environment = z.infer<typeof environment>;

/** GET /builds/latest.json */
export const latestBuild = z.looseObject({ id: z.string(), timestamp: z.number() });

/** GET /builds/meta/{buildId}.json */
export const buildManifest = z.looseObject({
  id: z.string(),
  timestamp: z.number(),
  /** Paths of all files of the build. */
  assets: z.array(z.string()),
});
