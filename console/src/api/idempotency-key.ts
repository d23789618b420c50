export { randomKey as newIdempotencyKey } from '@annals/client/random-key';
