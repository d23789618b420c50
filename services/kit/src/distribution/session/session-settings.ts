/**
 * Columns of a query that prepares a connection; null where the database is not distributed.
 *
 * Citus cannot plan every statement before it knows its parameters. With `planning` it plans such a statement each time,
 * and others once, as PostgreSQL does. With `connections`, a statement about many shards goes over one connection to each
 * worker: opening more takes longer than such a statement.
 */
export const sessionSettings = `
  (select set_config('plan_cache_mode', 'auto', false) from pg_extension where extname = 'citus') as planning,
  (select set_config('citus.max_adaptive_executor_pool_size', '1', false)
    from pg_extension where extname = 'citus') as connections`;
