import { type RawBuilder, sql } from 'kysely'

/**
 * Condition: an environment has transactions in reports. In the order of the key, it is looked up in it: a plain EXISTS
 * reads the whole table where the environment has none.
 */
export const hasTransactionsOf = (environment: RawBuilder<unknown>, condition = sql``): RawBuilder<unknown> => sql`
  coalesce((select true from report_transaction t where t.environment_id = ${environment} ${condition}
    order by t.event_type, t.day, t.event_id limit 1), false)`
