import { expect, test, vi } from 'vitest';
import { product, productTitle } from './product.ts';
import { changeProductUser, changeState, clearUser, currentState } from './state.ts';

// The server writes the product's name into the page, where it is read once.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="product" content="chronicle">';
});

const env = { PRODUCT_NAME: 'chronicle', AUTHENTICATION_ENDPOINT: 'http://a' };

test('the product’s name is read from the page, and capitalised in headings', () => {
  expect([product, productTitle]).toEqual(['chronicle', 'Chronicle']);
});

test('the shared state consists of initialized, user, {product}User, isGlobalMaster and env', () => {
  const nothing = { initialized: false, user: undefined, isGlobalMaster: false, env: undefined };
  expect(currentState()).toStrictEqual(nothing);
  changeState({ initialized: true, user: { id: 'u' }, isGlobalMaster: true, env });
  changeProductUser({ id: 'u', username: 'ada' });
  expect(currentState()).toStrictEqual({
    initialized: true,
    user: { id: 'u' },
    chronicleUser: { id: 'u', username: 'ada' },
    isGlobalMaster: true,
    env,
  });
});

test('clearUser removes the user’s data and keeps the rest', () => {
  clearUser();
  expect(currentState()).toStrictEqual({
    initialized: true,
    user: undefined,
    chronicleUser: undefined,
    isGlobalMaster: false,
    env,
  });
});
