import type { RetailEntity, RetailFailure } from '../../../contract/index.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetailConnector, RetailPage, RetailRefusal } from '../../../ports/retail-connector.ts'
import type { StoredRetailPosition } from '../../../ports/tables/review/retail-connector.ts'
import { createRetailStorages, type RetailStorage } from '../../loss-prevention/transactions/retail-storages.ts'
import { type ClaimedConnection, claimConnections, releaseConnection } from './claim.ts'
import { endSync } from './end-sync.ts'
import { beginning, loadPositions, takePage } from './take-page.ts'

export interface SyncServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId' | 'log'>
  connector: RetailConnector
  /** Returns what hashes payment instruments of an environment. */
  hashFor: (environmentId: string) => Promise<(instrument: string) => string>
  /** Ends after the current page. */
  signal?: AbortSignal
  /** Milliseconds after which other work has its turn; the synchronisation goes on at the next run. */
  turnMs?: number
}

/** `open`: the turn is over. `lost`: the connection is no longer this process's. */
type SyncEnd = RetailFailure | 'done' | 'open' | 'lost'

const usualTurnMs = 300_000

/**
 * Synchronises the connections whose time has come, each with one page in a transaction: a stop at any point loses and
 * doubles nothing.
 * @returns whether there is more to do
 */
export async function runSyncs(services: SyncServices): Promise<boolean> {
  const { ports, signal } = services
  if (signal?.aborted) return false
  const claimed = await claimConnections(ports, ports.newId())
  const ends = await Promise.allSettled(claimed.map(each => runSync(services, each)))
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
  return claimed.length > 0 && !signal?.aborted
}

async function runSync(services: SyncServices, claimed: ClaimedConnection): Promise<void> {
  const { ports } = services
  const end = await readAll(services, claimed).catch((error: unknown): SyncEnd => {
    ports.log.write(2, 'retail-sync.failed', { code: codeOf(error), environment: claimed.environment_id })
    return 'internal'
  })
  if (end === 'lost') return
  if (end === 'open') return releaseConnection(ports.db, claimed)
  if (end !== 'done') ports.log.write(2, 'retail-sync.refused', { failure: end, environment: claimed.environment_id })
  await endSync(ports, claimed, end === 'done' ? null : end)
}

/** Reads the entities one after the other, each to its end. */
async function readAll(
  { ports, connector, hashFor, signal, turnMs = usualTurnMs }: SyncServices,
  claimed: ClaimedConnection,
): Promise<SyncEnd> {
  const { environment_id: environmentId, tenant_id, address } = claimed
  if (!connector.mayConnect(tenant_id, address)) return 'address'
  const storages = createRetailStorages(environmentId, await hashFor(environmentId))
  const until = performance.now() + turnMs
  /** Returns null at the end of the entity. */
  async function readEntity<Value>(entity: RetailEntity, storage: RetailStorage<Value>): Promise<SyncEnd | null> {
    const read = (at: StoredRetailPosition) => connector.listChanges(address, entity, at, signal)
    // Transactions that are stored change from where their lines are read.
    let position = (await loadPositions(ports.db, claimed))[entity] ?? beginning
    while (!position.done) {
      if (signal?.aborted || performance.now() > until) return 'open'
      let page = await read(position)
      if (isRefusal(page) && isForgottenPage(page, position)) {
        position = { ...position, next: null, latest: null }
        page = await read(position)
      }
      if (isRefusal(page)) return signal?.aborted ? 'open' : page.failure
      // A page that names itself as its next one would never end.
      if (page.next !== null && page.next === position.next) return 'answer'
      const taken = await takePage(ports, claimed, entity, page, { storage, position })
      if (taken.kind !== 'taken') return taken.kind
      position = taken.position
    }
    return null
  }
  return (
    (await readEntity('PaymentMethod', storages.PaymentMethod)) ??
    // Lines follow their transactions.
    (await readEntity('Transactions', storages.Transactions)) ??
    (await readEntity('Sales', storages.Sales)) ??
    (await readEntity('Payments', storages.Payments)) ??
    'done'
  )
}

const isRefusal = (answer: RetailPage | RetailRefusal): answer is RetailRefusal => 'failure' in answer

/** Whether the retail environment may have forgotten a page that was to be read: the entity is read from its last change on. */
const isForgottenPage = ({ failure, status }: RetailRefusal, { next }: StoredRetailPosition): boolean =>
  next !== null && failure === 'status' && status !== null && status >= 400 && status < 500 && status !== 429
