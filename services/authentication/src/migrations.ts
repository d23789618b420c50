import type { MigrationSource } from '@annals/kit/migrate/migrate';

export const migrations: MigrationSource = {
  service: 'authentication',
  directory: new URL('../migrations/', import.meta.url),
};
