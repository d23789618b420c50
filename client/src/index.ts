export {
  createClient,
  type AnnalsClient,
  type ClientOptions,
  type Conveniences,
  type RawCall,
} from './client.ts';
export { AnnalsError, NotARow, RowRefused, type Problem } from './errors.ts';
export type { RowToImport } from './import-batches.ts';
export type { ImportCounts, ImportOptions, ImportResult } from './import.ts';
export type { ChangeFeed, Changes, FeedOptions } from './change-feed.ts';
export type {
  CommitOptions,
  LocalObject,
  Transaction,
  TransactionReference,
  TransactionResult,
} from './transaction.ts';
export type { Endpoints } from './carriers.ts';
export type { Fetch, Reply } from './exchange.ts';
export type { Credentials, SessionTokens } from './credentials.ts';
export type { Retry, TransportOptions } from './transport.ts';
export type { Method } from './rows.ts';
export type * from './calls.ts';
export type * from './calls.generated.ts';
