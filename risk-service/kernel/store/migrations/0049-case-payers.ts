import { type Kysely, sql } from 'kysely'

/**
 * Cases know names and e-mail addresses of the holders of their payment instruments: nobody reviews a case about
 * themselves. Cases that are open already get those of their purchases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table review_case add column payers text[] not null default '{}'`,
    `update review_case c set payers = found.payers
     from (
       select o.id, array_agg(distinct (
         select string_agg(w, ' ' order by w) from regexp_split_to_table(lower(btrim(x.value)), '\\s+') w)) as payers
       from review_case o
       join event_body b on b.environment_id = o.environment_id and b.at = o.at and b.event_id = o.id
       cross join lateral jsonb_array_elements(case jsonb_typeof(b.request::jsonb -> 'paymentInstrumentList')
         when 'array' then b.request::jsonb -> 'paymentInstrumentList' else '[]' end) p
       cross join lateral (values (p ->> 'holderName'), (p ->> 'email')) as x (value)
       where o.state <> 'Decided' and btrim(x.value) <> ''
       group by o.id
     ) found
     where found.id = c.id`,
  ])
    await sql.raw(statement).execute(db)
}
