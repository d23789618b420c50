import type { MigrationSource } from '@annals/kit/migrate/migrate';
import { searchTexts } from './search/fill-search-texts.ts';

export const migrations: MigrationSource = {
  service: 'authentication',
  directory: new URL('../migrations/', import.meta.url),
  codeBackfills: [searchTexts],
};
