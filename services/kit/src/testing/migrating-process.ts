import { openDatabase, type Database } from '../database/database.ts';
import { migrate } from '../migrate/migrate.ts';
import { quiet } from './databases.ts';

/**
 * A process that applies the migrations of a folder, and halts in the last one with all statements done and none
 * committed, until it is killed. It prints `middle` when it halts.
 */
const [location = '', templateFile, directory = '', last = ''] = process.argv.slice(2);
const database = await openDatabase(
  location.startsWith('postgres')
    ? { databaseUrl: location, log: quiet }
    : { dataDir: location, templateFile, log: quiet },
);
const halting: Database = {
  ...database,
  kind: database.kind,
  query: (statement, name) => database.query(statement, name),
  exclusively: (key, work) =>
    database.exclusively(key, (connection) => {
      let isLast = false;
      return work({
        query: (statement, name) => {
          isLast ||= statement.values.includes(last);
          if (isLast && statement.text === 'commit') {
            process.stdout.write('middle\n');
            return new Promise(() => undefined);
          }
          return connection.query(statement, name);
        },
        copyIn: (statement, data) => connection.copyIn(statement, data),
      });
    }),
};
await migrate(halting, { service: 'data', directory });
