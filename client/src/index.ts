export {
  createClient,
  type AnnalsClient,
  type ClientOptions,
  type Conveniences,
  type RawCall,
} from './client.ts';
export { AnnalsError, RowRefused, type Problem } from './errors.ts';
export { NotARow, type RowToImport } from './import-batches.ts';
export type { ImportCounts, ImportOptions, ImportResult } from './import.ts';
export type { ChangeFeed, Changes, FeedOptions } from './change-feed.ts';
export type {
  CommitOptions,
  LocalObject,
  Transaction,
  TransactionReference,
  TransactionResult,
} from './transaction.ts';
export type { Endpoints, Fetch } from './carriers.ts';
export type { Credentials, SessionTokens } from './session.ts';
export type { Retry, TransportOptions } from './transport.ts';
export type { Method } from './rows.ts';
export type * from './calls.ts';
export type * from './calls.generated.ts';
