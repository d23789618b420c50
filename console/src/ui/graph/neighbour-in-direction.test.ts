// @vitest-environment node
import { expect, it } from 'vitest';
import { neighbourInDirection } from './neighbour-in-direction.ts';

it('returns the nearest node in the direction of an arrow key', () => {
  const others = [
    { id: 'near', x: 200, y: 10 },
    { id: 'far', x: 400, y: 0 },
    { id: 'below', x: 10, y: 100 },
  ];
  const from = { x: 0, y: 0 };
  expect(neighbourInDirection('ArrowRight', from, others)).toBe('near');
  expect(neighbourInDirection('ArrowDown', from, others)).toBe('below');
  expect(neighbourInDirection('ArrowLeft', from, others)).toBeUndefined();
  expect(neighbourInDirection('Enter', from, others)).toBeUndefined();
});
