import { sql } from 'kysely'
import { reportedTransactions } from '../../../contract/metering/metering-definitions.ts'
import { addMeteredUnits, meteredDayOf } from '../../../kernel/metering/metered-units.ts'
import type { Db } from '../../../ports/database.ts'

interface ReportedMonth {
  environmentId: string
  month: string
  now: Date
}

/** Counts the transactions of a month that no report had before, in the transaction of the report. */
export async function meterMonth(trx: Db, { environmentId, month, now }: ReportedMonth): Promise<void> {
  const { numAffectedRows } = await sql`update loss_transaction set is_metered = true
    where environment_id = ${environmentId}::uuid and month = ${month} and not is_metered`.execute(trx)
  const units = Number(numAffectedRows ?? 0)
  if (units > 0)
    await addMeteredUnits(trx, [
      {
        environmentId,
        day: meteredDayOf(now),
        capability: 'lossPrevention',
        apiName: reportedTransactions,
        experience: '',
        response: '',
        units,
      },
    ])
}
