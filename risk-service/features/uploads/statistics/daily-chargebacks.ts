import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { uploadedPurchases } from './purchase-statistics.ts'

export interface DailyFilter {
  from?: string | undefined
  to?: string | undefined
  country?: string | undefined
}

export interface DailyChargebacks {
  days: { day: string; purchases: number; chargebacks: number; basisPoints: number }[]
  countries: string[]
}

/** The country of a purchase: that of its billing address, else that of its shipment. */
const country = sql`upper(coalesce(e.billing_country, e.shipping_country))`

/** Returns the uploaded purchases of each day with those that were charged back. */
export async function readDailyChargebacks(
  db: Db,
  environmentId: string,
  filter: DailyFilter,
): Promise<DailyChargebacks> {
  const day = sql`(e.merchant_at at time zone 'UTC')::date`
  const { rows } = await sql<{ day: string; purchases: number; chargebacks: number }>`
    select ${day}::text as day, count(*) as purchases, count(c.subject_id) as chargebacks
    from event e left join (
      select distinct subject_id from data_event where environment_id = ${environmentId}::uuid
        and event_type = 'chargeback' and subject_type = 'purchase'
    ) c on c.subject_id = e.external_id
    where ${uploadedPurchases(environmentId)} and e.merchant_at is not null
      ${filter.from === undefined ? sql`` : sql`and ${day} >= ${filter.from}::date`}
      ${filter.to === undefined ? sql`` : sql`and ${day} <= ${filter.to}::date`}
      ${filter.country === undefined ? sql`` : sql`and ${country} = ${filter.country.toUpperCase()}`}
    group by 1 order by 1`.execute(db)
  const countries = await sql<{ country: string }>`select distinct ${country} as country from event e
    where ${uploadedPurchases(environmentId)} and ${country} ~ '^[A-Z]{2}$' order by 1`.execute(db)
  return {
    days: rows.map(row => ({ ...row, basisPoints: (row.chargebacks / row.purchases) * 10_000 })),
    countries: countries.rows.map(row => row.country),
  }
}
