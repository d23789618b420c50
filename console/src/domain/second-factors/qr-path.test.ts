// @vitest-environment node
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './QrCode.tsx';

test('the path covers exactly the dark modules', () => {
  const text = 'otpauth://totp/Annals:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Annals';
  const { path, size } = qrPath(text);
  const { data } = encode(text, { ecc: 'M', border: 4 });
  expect(size).toBe(data.length);
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let column = Number(x); column < Number(x) + Number(width); column++) {
      const row = drawn[Number(y)];
      if (row) row[column] = true;
    }
  }
  expect(drawn).toEqual(data);
  expect(data.slice(0, 4).flat()).not.toContain(true);
});
