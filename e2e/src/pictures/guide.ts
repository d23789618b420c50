import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startSession } from '../annals.ts';
import { trackRequests, waitUntilSettled } from '../page-idle.ts';
import { cropOf } from './crop.ts';
import { auditing } from './guide-auditors.ts';
import { editingMany, proposing } from './guide-change-sets.ts';
import { erasing } from './guide-erase.ts';
import { firstDay } from './guide-first-day.ts';
import { findingWho } from './guide-history.ts';
import { everywhere, movingData } from './guide-everywhere.ts';
import { handingOut } from './guide-evidence.ts';
import { following } from './guide-follow.ts';
import { givingAccess, inviting } from './guide-people.ts';
import { integrating, usingTheApi } from './guide-programs.ts';
import { proving } from './guide-proofs.ts';
import { connectingProviders } from './guide-providers.ts';
import { afterAnIncident } from './guide-incident.ts';
import { lookingWhoLooked } from './guide-reads.ts';
import { settingRules } from './guide-sign-in-rules.ts';
import { signingIn } from './guide-sign-in.ts';
import { signing } from './guide-signatures.ts';
import { sendingChanges } from './guide-webhooks.ts';
import type { Journey } from './journey.ts';
import type { Studio } from './studio.ts';

/** In this order, because a journey may show what an earlier one has created. */
const journeys: Record<string, (journey: Journey) => Promise<void>> = {
  'first-day': firstDay,
  'sign-in': signingIn,
  invite: inviting,
  access: givingAccess,
  history: findingWho,
  proofs: proving,
  erase: erasing,
  everywhere,
  'moving-data': movingData,
  'change-sets': proposing,
  'edit-many': editingMany,
  signatures: signing,
  auditors: auditing,
  webhooks: sendingChanges,
  follow: following,
  evidence: handingOut,
  providers: connectingProviders,
  programs: usingTheApi,
  integrate: integrating,
  reads: lookingWhoLooked,
  incident: afterAnIncident,
  'sign-in-rules': settingRules,
};

/** Takes the pictures of the guide by running its journeys, or only the named ones. Returns the failures. */
export async function takePicturesOfGuide(
  studio: Studio,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const problems = names
    .filter((name) => !(name in journeys))
    .map((name) => `There is no journey “${name}”: ${Object.keys(journeys).join(', ')}.`);
  for (const [name, run] of Object.entries(journeys)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const context = await studio.open(1280, 900);
    const page = await context.newPage();
    trackRequests(page);
    // Leaves unsaved forms without asking.
    page.on('dialog', (dialog) => void dialog.accept());
    if (name !== 'first-day' && name !== 'sign-in') await startSession(page);
    const take: Journey['take'] = async (picture, parts, from = page) => {
      if (from === page) await waitUntilSettled(page);
      await from.screenshot({
        path: join(folder, `${picture}.png`),
        animations: 'disabled',
        caret: 'hide',
        ...(parts && { clip: await cropOf(from, parts) }),
      });
    };
    await run({ studio, page, take }).catch((error: unknown) =>
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
    await context.close();
  }
  return problems;
}
