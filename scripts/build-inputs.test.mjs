import { expect, it } from 'vitest';
import { ignoreFile, manifests } from './build-inputs.mjs';
import { readStages, stepsOf } from './delivery/dockerfile.mjs';

it('the context of the image is what the build reads', async () => {
  await expect(ignoreFile()).toMatchFileSnapshot('../deploy/Dockerfile.dockerignore');
});

it('the image installs packages with the manifest of every workspace', () => {
  const copied = stepsOf(readStages().manifests, 'COPY').flatMap((step) =>
    step.split(' ').slice(0, -1),
  );
  expect(copied.filter((file) => file.endsWith('package.json')).sort()).toEqual(
    manifests.toSorted(),
  );
});
