import { checkAttacks } from '../../../../features/attacks/check/check-attacks.ts'
import { newId } from '../../../../kernel/store/new-id.ts'
import type { Db } from '../../../../ports/database.ts'
import { hour, minute } from '../../history/orders.ts'
import { sprayTimes, testingStart } from '../../history/timing.ts'

/** Minutes between two looks at a night of the history; the service itself looks every few seconds. */
const lookMinutes = 5
const silent = { publish: () => undefined }
const noLog = { write: () => undefined }

/**
 * Finds the attacks of the history, as the service would have found them in their nights: each night is looked at step
 * by step, until the attack has ended.
 * @param days length of the history
 */
export async function seedAttacks(db: Db, now: Date, days: number): Promise<void> {
  for (const start of [...sprayTimes(now.getTime(), days), testingStart(now.getTime())]) {
    const end = Math.min(now.getTime(), start + 3.5 * hour)
    for (let at = start + lookMinutes * minute; at <= end; at += lookMinutes * minute) {
      const ports = { db, clock: () => new Date(at), newId, log: noLog }
      await checkAttacks({ ports, live: silent, reloadContainments: () => Promise.resolve() })
    }
  }
  // They are over: nobody has to be called away from the page that opens first.
  await db.deleteFrom('notification').where('event', '=', 'AttackFound').execute()
}
