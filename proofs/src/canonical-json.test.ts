// @vitest-environment node
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

// RFC 8785, appendix B.
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('writes the double %s as %s', (bits, text) => {
  expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
});

// Named after the files of cyberphone/json-canonicalization; the third is that of RFC 8785, 3.2.2.
test.each([
  [
    'weird',
    String.raw`{"\u20ac":"Euro Sign","1":"One","\u0080":"Control\u007f","\ud83d\ude02":"Smiley","\u00f6":"Latin Small Letter O With Diaeresis","\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}`,
    '{"1":"One","</script>":"Browser Challenge","\u0080":"Control\u007F","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😂":"Smiley","\uFB33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    'structures',
    String.raw`{"1": {"f": {"f": "hi","F": 5} ,"\n": 56.0},"10": { },"": "empty","a": { },"111": [ { } ],"A": { }}`,
    String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}`,
  ],
  [
    'values',
    String.raw`{"numbers": [1E30, 4.50, 333333333.33333329, 2e-3, 0.000000000000000000000000001],"escaping": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals": [null, true, false]}`,
    String.raw`{"escaping":"€$\u000f\nA'B\"\\\\\"/","literals":[null,true,false],"numbers":[1e+30,4.5,333333333.3333333,0.002,1e-27]}`,
  ],
  [
    'french',
    '{"peach": "This sorting order","péché": "is wrong according to French","pêche": "but canonicalization MUST","sin": "ingnore locale"}',
    '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ingnore locale"}',
  ],
  [
    'unicode',
    String.raw`{"Unnormalized Unicode":"\u1e0d\u0307"}`,
    '{"Unnormalized Unicode":"\u1E0D\u0307"}',
  ],
])('writes the file %s', (_name, input, output) => {
  expect(canonicalJson(JSON.parse(input))).toBe(output);
});

test('sorts names by UTF-16 code units (RFC 8785, 3.2.3)', () => {
  const data = {
    '\u20AC': 'Euro Sign',
    '\r': 'Carriage Return',
    '\uFB33': 'Hebrew Letter Dalet With Dagesh',
    1: 'One',
    '\uD83D\uDE00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00F6': 'Latin Small Letter O With Diaeresis',
  };
  expect(Object.values(JSON.parse(canonicalJson(data)) as object).slice(1)).toEqual([
    'Carriage Return',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
  expect(canonicalJson(data)).toContain(String.raw`{"\r":"Carriage Return","1":"One",`);
});

test('keeps a property named __proto__', () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe(
    '{"__proto__":{"a":2},"b":1}',
  );
});

test.each([
  [undefined],
  [Number.NaN],
  [Infinity],
  [1n],
  [Symbol('one')],
  ['\uD800'],
  ['a\uDC00b'],
  [{ '\uDFFF': 1 }],
  [[() => 1]],
])('refuses %o', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});
