import sql, { type Sql } from 'sql-template-tag';
import { titleProperties } from '@annals/rules/object-title';

const maxTitleLength = 200;

/** The title of a row of data.version as v; null if it has none, or if it was erased. */
export const versionTitle: Sql = sql`left(coalesce((
    select v.object_data ->> property.name
    from unnest(${titleProperties}::text[]) with ordinality as property (name, place)
    where jsonb_typeof(v.object_data -> property.name) = 'string'
      and v.object_data ->> property.name !~ '^\\s*$'
    order by property.place limit 1
  ), case when v.erased is null then (
    select field.value #>> '{}' from jsonb_each(v.object_data) field
    where jsonb_typeof(field.value) = 'string' and field.value #>> '{}' !~ '^\\s*$' limit 1
  ) end), ${maxTitleLength})`;
