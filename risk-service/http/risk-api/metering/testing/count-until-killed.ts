import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../ports/database.ts'
import { createUnitFiles } from '../../../node/metering/unit-files.ts'
import { createUnitLog } from '../unit-log.ts'

/* A process that counts without a database until it is killed, and reports how many calls it would have answered. */

const [, , folder = '', environmentId = ''] = process.argv
const log = createUnitLog({
  db: null as unknown as Db,
  clock: () => new Date('2026-11-21T12:00:00Z'),
  newId: () => randomUUID(),
  log: { write: () => undefined },
  journal: createUnitFiles(folder, { write: () => undefined }),
})
let answered = 0
function countSome(): void {
  for (let n = 0; n < 100; n += 1) {
    log.add({ environmentId, apiName: 'v1.0/MerchantServices/Events/Purchase', experience: 'Protect', status: 200 })
    answered += 1
  }
  process.send?.(answered)
}
process.on('message', countSome)
countSome()
