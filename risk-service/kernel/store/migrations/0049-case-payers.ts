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
       select o.id, array_agg(distinct n.name) as payers
       from review_case o
       join event_body b on b.environment_id = o.environment_id and b.at = o.at and b.event_id = o.id
       cross join lateral json_array_elements(case json_typeof(b.request::json -> 'paymentInstrumentList')
         when 'array' then b.request::json -> 'paymentInstrumentList' else '[]' end) p
       cross join lateral (values (p ->> 'holderName'), (p ->> 'email')) as x (value)
       cross join lateral (
         select regexp_replace(normalize(lower(btrim(x.value)), NFKD), '[\\u0300-\\u036f]', '', 'g') as plain
       ) l
       cross join lateral (
         select left(case when l.plain like '%@%' then l.plain else (
           select string_agg(w, ' ' order by w collate "C")
           from regexp_split_to_table(l.plain, '[^[:alnum:]]+') w where w <> ''
         ) end, 256) as name
       ) n
       where o.state in ('Held', 'Pending', 'InReview', 'OnHold', 'AwaitingApproval') and n.name <> ''
       group by o.id
     ) found
     where found.id = c.id`,
  ])
    await sql.raw(statement).execute(db)
}
