import { type Kysely, sql } from 'kysely'

/** A list of the request; account events have lists where purchases have objects. */
const arrayAt = (name: string): string =>
  `case json_typeof(b.request::json -> '${name}') when 'array' then b.request::json -> '${name}' else '[]' end`

/**
 * Other events at a postal code are counted on the map of an event. New events are indexed as they are stored; those of
 * the last 90 days, of which the map tells, get their codes here, in the form of `postalCodeOf`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `insert into event_entity (environment_id, entity_type, entity_value, at, event_id, event_type, display)
       select distinct e.environment_id, 'postalCode', c.code, e.at, e.event_id, e.event_type, c.code
       from event e
       join event_body b on b.environment_id = e.environment_id and b.at = e.at and b.event_id = e.event_id
       cross join lateral (
         select b.request::json -> 'shippingAddress' as address
         union all
         (select x.address from json_array_elements(${arrayAt('address')}) with ordinality as x (address, n)
          order by coalesce(x.address ->> 'addressType' = 'Primary', false) desc, x.n limit 1)
         union all
         (select x.instrument -> 'billingAddress' from json_array_elements(${arrayAt('paymentInstrumentList')}) as x (instrument) limit 10)
         union all
         (select x.instrument -> 'billingAddress' from json_array_elements(${arrayAt('paymentInstruments')}) as x (instrument) limit 10)
       ) a
       cross join lateral (
         select lower(btrim(coalesce(a.address ->> 'country', a.address ->> 'countryRegion'))) as country,
           regexp_replace(lower(a.address ->> 'zipCode'), '[^[:alnum:]]+', '', 'g') as zip
       ) p
       cross join lateral (
         select p.country || ' ' || case p.country when 'us' then left(p.zip, 5) else p.zip end as code
       ) c
       where e.at >= now() - interval '90 days' and json_typeof(a.address) = 'object'
         and p.country ~ '^[a-z]{2}$' and length(p.zip) between 1 and 16
       on conflict do nothing`,
    )
    .execute(db)
}
