import { type RawBuilder, sql } from 'kysely'
import type { EntityType } from '../../../contract/index.ts'

interface NewestOptions {
  /** At most so many events. */
  limit: number
  /** Further condition on the columns of `event_entity`; begins with `and`. */
  condition?: RawBuilder<unknown>
}

/**
 * Selects the keys of the newest events of an entity, the newest first. Each environment is read through its own index,
 * so that no more than the limit is read of it.
 * @param value normalised, as the engine indexes it
 */
export function newestOfEntity(
  environmentIds: readonly string[],
  { type, value }: { type: EntityType; value: string },
  { limit, condition = sql`` }: NewestOptions,
): RawBuilder<unknown> {
  const parts = environmentIds.map(
    environmentId => sql`(select environment_id, at, event_id from event_entity
      where environment_id = ${environmentId}::uuid and entity_type = ${type} and entity_value = ${value} ${condition}
      order by at desc, event_id desc limit ${limit})`,
  )
  return sql`select * from (${sql.join(parts, sql` union all `)}) as every_environment
    order by at desc, event_id desc limit ${limit}`
}
