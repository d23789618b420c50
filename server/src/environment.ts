import type { FastifyInstance } from 'fastify';
import type { Environment } from '@annals/contracts/console';
import { Problem } from '@annals/kit/problem';
import { dataEndpointName, type Endpoints } from './config.ts';

/** GET /api/env: the product's name and where the services are. */
export function mountEnvironment(
  app: FastifyInstance,
  productName: string,
  endpoints: () => Endpoints | undefined,
): void {
  app.get('/api/env', (): Environment => {
    const known = endpoints();
    if (!known)
      throw new Problem(503, 'starting', 'The services are starting. Try again shortly.', {
        retryAfter: 1,
      });
    return {
      PRODUCT_NAME: productName,
      AUTHENTICATION_ENDPOINT: known.authentication,
      [dataEndpointName(productName)]: known.data,
    };
  });
}
