import { randomUUID } from 'node:crypto'
import { composeStore } from '../../../kernel/store/store.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import { runSubjectRequests } from '../jobs/run-requests.ts'
import type { ReceiptSigner } from '../receipts/receipt.ts'

/*
 * A process that carries out the requests of a database until it is killed. It reports each transaction before it
 * begins, and waits for an answer.
 */

const [, , target = '', signer = '', now = ''] = process.argv
const { db } = composeStore(JSON.parse(target) as Parameters<typeof composeStore>[0], silentLog)
const reporting = new Proxy(db, {
  get: (from, name) => {
    if (name === 'transaction')
      return () => ({
        execute: async (work: (trx: never) => Promise<unknown>) => {
          const answered = new Promise(resolve => process.once('message', resolve))
          process.send?.('transaction')
          await answered
          return from.transaction().execute(work as never)
        },
      })
    const value: unknown = Reflect.get(from, name, from)
    return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(from) : value
  },
})
await runSubjectRequests({
  ports: { db: reporting, clock: () => new Date(now), newId: () => randomUUID(), log: silentLog },
  live: { publish: () => undefined },
  loadSigner: () => Promise.resolve(JSON.parse(signer) as ReceiptSigner),
})
process.send?.('ended')
process.disconnect()
await db.destroy()
