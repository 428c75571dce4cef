import { sql } from 'kysely'
import type { MeteredCapability } from '../../contract/metering/metering-definitions.ts'
import type { Db } from '../../ports/database.ts'

/** Units of one day that count for a capability. */
export interface MeteredUnits {
  environmentId: string
  /** Of UTC, such as `2026-11-28`. */
  day: string
  capability: MeteredCapability
  apiName: string
  /** Empty: the call was refused before it had one, or there was none. */
  experience: string
  /** Empty: there was no call. */
  response: string
  units: number
}

export const meteredDayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Adds units to those of their day, in the transaction of what they count. */
export async function addMeteredUnits(trx: Db, rows: readonly MeteredUnits[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ environmentId, apiName, ...row }) => ({
    ...row,
    environment_id: environmentId,
    api_name: apiName,
  }))
  await sql`insert into metered_day as d (environment_id, day, capability, api_name, experience, response, units)
    select environment_id, day, capability, api_name, experience, response, sum(units)::bigint
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x (environment_id uuid, day date, capability text,
      api_name text, experience text, response text, units bigint)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (environment_id, day, capability, api_name, experience, response)
    do update set units = d.units + excluded.units`.execute(trx)
}
