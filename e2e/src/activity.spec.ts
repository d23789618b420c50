import { expect, startSession, test } from './annals.ts';
import { dataPaths } from './demo-paths.ts';

test('the activity of a partition can be zoomed with the keyboard and viewed as of a time', async ({
  page,
}) => {
  await startSession(page);
  const paths = await dataPaths(page.request);
  await page.goto(paths['partition'] ?? '');
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText(/Peak: \d+ per month/);
  await expect(activity).toContainText('17 Aug 2021 –');
  const everything = activity.getByRole('button', { name: 'Show all' });
  await expect(everything).toBeDisabled();

  const start = activity.getByRole('slider', { name: 'Start of the shown period' });
  await start.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(activity).toContainText(/Peak: \d+ per day/);
  await expect(everything).toBeEnabled();
  const end = activity.getByRole('slider', { name: 'End of the shown period' });
  await end.focus();
  await page.keyboard.press('Home');
  await start.focus();
  await page.keyboard.press('Home');
  await expect(activity).toContainText('17 Aug 2021 –');
  await everything.click();
  await expect(activity).toContainText(/Peak: \d+ per month/);

  await page.goto(`${paths['partition']}?asOf=2022-03-01T00:00:00Z`);
  await expect(activity).toContainText('17 Aug 2021 – 1 Mar 2022');
  await expect(activity).toContainText(/Peak: \d+ per week/);
});
