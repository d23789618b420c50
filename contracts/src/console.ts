import * as z from 'zod/mini';

/**
 * GET /api/env: the addresses of the services as `AUTHENTICATION_ENDPOINT` and `{PRODUCT}_ENDPOINT`, and the public
 * address of the console as `PUBLIC_URL` if it is configured.
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
