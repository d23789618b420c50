import { describe, expect, it } from 'vitest';
import { isDotSegment, isReadableName, isReadableUsername, readableName } from './readable-text.ts';

describe('a name', () => {
  it.each(['Ada', 'Søren Å', '王小明', 'نام\u200cها', '👩\u200d🔬'])('may be %j', (name) => {
    expect(isReadableName(name)).toBe(true);
    expect(readableName(name)).toBe(name);
  });

  it.each([
    ['\u202emoc.elpmaxe', 'moc.elpmaxe'],
    ['Ada\nAdmin', 'Ada Admin'],
    ['\u2066Ada\u2069', 'Ada'],
    ['\u200b\u200b', ''],
    ['\u3164', ''],
    ['\u2800\u2800', ''],
  ])('is not %j', (name, readable) => {
    expect(isReadableName(name)).toBe(false);
    expect(readableName(name)).toBe(readable);
  });
});

describe('a user name', () => {
  it.each(['ada', 'ada@example.org', 'ädä lovelace'])('may be %j', (name) => {
    expect(isReadableUsername(name)).toBe(true);
  });

  it.each(['admin\u200b', 'ad\u00admin', 'ad\u202emin', '\u3164', 'a\u2800b', 'a\nb', ''])(
    'is not %j',
    (name) => {
      expect(isReadableUsername(name)).toBe(false);
    },
  );
});

describe('a dot segment', () => {
  it.each(['.', '..', '\uff0e', '\u2024.', '\u2025'])('is %j', (name) => {
    expect(isDotSegment(name)).toBe(true);
  });

  it.each(['...', '.a', 'a.', '../a', '%2e', '\u00b7'])('is not %j', (name) => {
    expect(isDotSegment(name)).toBe(false);
  });
});
