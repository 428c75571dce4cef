import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a common table expression of a recursive query: the event types of each environment that a table of figures
 * has. It jumps from one to the next in the primary key, as reading every row would take long.
 * @param environments selects the ids of environments, as `id`
 */
export const eventTypesOf = (
  name: string,
  table: 'event_hour' | 'monitor_count',
  environments: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const [types, figures] = [sql.ref(name), sql.table(table)]
  return sql`${types} (environment_id, event_type) as (
    select i.id, (select min(f.event_type) from ${figures} f where f.environment_id = i.id) from (${environments}) i
    union all
    select t.environment_id, (select min(f.event_type) from ${figures} f
      where f.environment_id = t.environment_id and f.event_type > t.event_type)
    from ${types} t where t.event_type is not null
  )`
}
