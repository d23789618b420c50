import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { demoPaths } from '../demo-paths.ts';
import { programFile } from '../program.ts';
import type { Journey } from './journey.ts';

/** In the same build as the program. */
const verifierFile = join(dirname(dirname(programFile)), 'console/dist/verifier.html');

/** One verified version, a whole partition, and a modified proof in the offline verifier. */
export async function proving({ studio, page, take }: Journey): Promise<void> {
  const paths = await demoPaths(page.context().request);
  const directory = await mkdtemp(join(tmpdir(), 'annals-proofs-'));
  try {
    await page.goto(paths['object'] ?? '');
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Intact', { exact: true }).waitFor();
    const proof = page.getByRole('region', { name: 'Proof', exact: true });
    await proof.scrollIntoViewIfNeeded();
    await take('verify-version', proof);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download proof' }).click(),
    ]);
    const file = join(directory, 'nodejs.proof.json');
    await download.saveAs(file);

    await page.goto(`${paths['partition']}?tab=proofs`);
    await page.getByRole('button', { name: 'Verify everything' }).click();
    await page.getByText(/entries?, all as they were written and signed/).waitFor();
    await take('verify-partition', page.getByRole('main'));

    const context = await studio.browser.newContext({
      offline: true,
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const verifier = await context.newPage();
    const show = async (picture: string) => {
      await verifier.goto(pathToFileURL(verifierFile).href);
      await verifier.locator('input[type=file]').setInputFiles(file);
      await verifier.locator('.verdict').waitFor();
      await take(picture, verifier.getByRole('main'), verifier);
    };
    await show('verifier-intact');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"title": "Node\.js"/, '"title": "Node.ts"'));
    await show('verifier-tampered');
    await context.close();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
