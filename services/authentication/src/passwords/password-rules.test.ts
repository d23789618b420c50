import { describe, expect, it } from 'vitest';
import { guessableError } from './password-rules.ts';

const context = {
  productName: 'Annals',
  username: 'mary.shelley@example.org',
  email: 'mary.shelley@example.org',
  name: 'Mary Shelley',
};

describe('password rules', () => {
  it.each([
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456123456',
    '123456789012',
    'abcdefghijklm',
    'zyxwvutsrqponm',
    'qwertyuiop12345',
    'qwertzuiopasdf',
    'password1234',
    'Password2024!',
    'PASSWORDPASSWORD',
    'iloveyou!!!2024',
    'dragonmonkey',
    'justinbieber',
    'ｐａｓｓｗｏｒｄ１２３４',
    'my shelley sings',
    'MARY.SHELLEY 12 x',
    'the annals of rome',
  ])('refuses %j', (password) => {
    expect(guessableError(password, context)).toMatchObject({ message: expect.any(String) });
  });

  it.each([
    'correct horse battery staple',
    'grey heron on the pier',
    'tuesday,3pm,pancakes',
    'x7Kp2mQ9vR4t',
    'nine herons 12345',
    'ünïcödé ist schön',
    '猫が屋根の上で月を見ていた夜',
    'x'.repeat(3) + 'y7'.repeat(2) + 'grebe and more'.repeat(17),
  ])('accepts %j', (password) => {
    expect(guessableError(password, context)).toBeUndefined();
  });

  it('refuses the email itself, however short the name in it', () => {
    const ada = { productName: 'Annals', username: 'ada@example.org', email: 'ada@example.org' };
    expect(guessableError('Ada@example.org 1', ada)?.message).toContain('ada@example.org');
    expect(guessableError('ada likes organs', ada)).toBeUndefined();
  });

  it('counts characters, not UTF-16 code units', () => {
    expect(guessableError('🦆🦢🦩🦚🦜🐦', context)?.message).toContain('6 characters');
  });
});
