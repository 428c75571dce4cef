import { type RawBuilder, sql } from 'kysely'
import { postalCodeType } from '../../../engine/enrich/postal-codes.ts'
import { type DutyCycle, startDutyCycle } from '../../../kernel/store/maintenance/duty-cycle.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'

/** Days for which other events at a place are counted. */
export const countedDays = 90
const dayMs = 86_400_000
/** Events of one transaction: few enough that nobody waits for it. */
const sliceEvents = 1000
/**
 * Indexes the postal codes of events that were stored before there was an index of them, from the newest back. May be
 * interrupted and repeated.
 * @returns whether events are left for a next run
 */
export async function fillPostalCodes(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { events = sliceEvents, ...cycle }: Partial<DutyCycle & { events: number }> = {},
): Promise<boolean> {
  const next = startDutyCycle(cycle)
  const since = new Date(clock().getTime() - countedDays * dayMs)
  const { rows } = await sql<{ id: string }>`select e.id from postal_code_filling f
    join environment e on e.id = f.environment_id and e.status = 'Active' order by e.id`.execute(db)
  for (const { id } of rows) while (await fillSlice(db, id, since, events)) if (!(await next())) return true
  return false
}

/** Whether codes of events of these environments are still missing. */
export async function lacksPostalCodes(db: Db, environmentIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from postal_code_filling
    where environment_id = any(${environmentIds}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

/** Indexes the next events of an environment. @returns whether there were any */
async function fillSlice(db: Db, environmentId: string, since: Date, events: number): Promise<boolean> {
  return db.transaction().execute(async trx => {
    // The removal of the environment waits, and no other process fills the same events.
    const { rows } = await sql<{ first: string | null }>`
      select (select min(at)::text from (
        select at from event where environment_id = f.environment_id and at >= ${since}::timestamptz and at < f.reached
        order by at desc limit ${events}) as slice) as first
      from postal_code_filling f join environment e on e.id = f.environment_id and e.status = 'Active'
      where f.environment_id = ${environmentId}::uuid for update of f for share of e`.execute(trx)
    const first = rows[0]?.first
    if (first === undefined) return false
    if (first === null) {
      await trx.deleteFrom('postal_code_filling').where('environment_id', '=', environmentId).execute()
      return false
    }
    await indexSlice(trx, environmentId, first)
    await sql`update postal_code_filling set reached = ${first}::timestamptz
      where environment_id = ${environmentId}::uuid`.execute(trx)
    return true
  })
}

/** A list of the request; account events have lists where purchases have objects. */
const arrayOf = (name: string): RawBuilder<unknown> =>
  sql`case json_typeof(b.request::json -> ${sql.lit(name)}) when 'array' then b.request::json -> ${sql.lit(name)} else '[]' end`

/** Indexes the events from a time up to what was reached, with codes in the form of `postalCodeOf`. */
async function indexSlice(db: Db, environmentId: string, first: string): Promise<void> {
  await sql`insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
       select distinct e.environment_id, ${postalCodeType}, c.code, e.at, e.event_id, e.event_type, c.code
       from event e
       join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
       cross join lateral (
         select b.request::json -> 'shippingAddress' as address
         union all
         (select x.address from json_array_elements(${arrayOf('address')}) with ordinality as x (address, n)
          order by coalesce(x.address ->> 'addressType' = 'Primary', false) desc, x.n limit 1)
         union all
         (select x.instrument -> 'billingAddress' from json_array_elements(${arrayOf('paymentInstrumentList')}) as x (instrument) limit 10)
         union all
         (select x.instrument -> 'billingAddress' from json_array_elements(${arrayOf('paymentInstruments')}) as x (instrument) limit 10)
       ) a
       cross join lateral (
         select lower(btrim(coalesce(a.address ->> 'country', a.address ->> 'countryRegion'))) as country,
           regexp_replace(lower(a.address ->> 'zipCode'), '[^[:alnum:]]+', '', 'g') as zip
       ) p
       cross join lateral (
         select p.country || ' ' || case p.country when 'us' then left(p.zip, 5) else p.zip end as code
       ) c
       where e.environment_id = ${environmentId}::uuid and e.at >= ${first}::timestamptz
         and e.at < (select reached from postal_code_filling where environment_id = ${environmentId}::uuid)
         and json_typeof(a.address) = 'object'
         and p.country ~ '^[a-z]{2}$' and length(p.zip) between 1 and 16
       on conflict do nothing`.execute(db)
}
