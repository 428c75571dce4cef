import type { RetailConnectorState } from '../../contract/index.ts'
import { type AuditEntry, auditChange } from '../../kernel/audit.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { RetailRefusal } from '../../ports/retail-connector.ts'
import { assertTestRate } from '../outgoing-calls/test-rate-limit.ts'
import { type ConnectionRow, loadConnection, loadState } from './read-state.ts'
import { type RetailCall, requireConnector } from './retail-call.ts'
import { begunAnew, finishSync } from './sync/end-sync.ts'

/**
 * Connects an environment to an address that answers, and has it synchronised at once. With another address than before
 * everything is read from the beginning.
 * @throws ValidationError for an address without TLS, ConflictError while connected and where the address does not answer
 */
export async function connect(call: RetailCall, address: string): Promise<RetailConnectorState> {
  const { ports, environmentId, principal } = call
  const connector = requireConnector(call)
  if (!connector.mayConnect(principal.tenantId, address)) {
    if (address.startsWith('http:')) throw new ValidationError(['url'], 'Enter the https address of your environment.')
    throw createRefusal({ failure: 'address', status: null })
  }
  assertDisconnected(await loadConnection(ports.db, environmentId))
  await assertAnswer(call, address)
  const now = ports.clock()
  await ports.db.transaction().execute(async trx => {
    const before = await lockConnection(trx, environmentId)
    assertDisconnected(before)
    const values = {
      address,
      status: 'Connected' as const,
      failure: null,
      failures: 0,
      created_at: now,
      created_by: principal.name,
      last_sync_at: before?.address === address ? before.last_sync_at : null,
      next_sync_at: now,
      positions: JSON.stringify(before?.address === address ? begunAnew(before.positions) : {}),
    }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('retail_connection')
      .values({ environment_id: environmentId, ...values })
      .onConflict(conflict =>
        conflict.column('environment_id').doUpdateSet(values).where('retail_connection.status', '=', 'Disconnected'),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw createConnectedError()
    await audit(trx, call, address, {
      operation: 'Create',
      before: before === undefined ? null : { address: before.address },
      after: { address },
    })
  })
  call.retail.wake()
  return loadState(call)
}

/** Connects to the stored address again, once it answers. @throws ConflictError without a connection, or as `connect` */
export async function reconnect(call: RetailCall): Promise<RetailConnectorState> {
  const connector = requireConnector(call)
  const { address, status } = requireConnection(await loadConnection(call.ports.db, call.environmentId))
  if (status === 'Connected') return loadState(call)
  if (!connector.mayConnect(call.principal.tenantId, address)) throw createRefusal({ failure: 'address', status: null })
  await assertAnswer(call, address)
  await changeStatus(call, ['Disconnected', 'Error'], async (trx, row) => {
    await trx
      .updateTable('retail_connection')
      .set({ status: 'Connected', failure: null, failures: 0, next_sync_at: call.ports.clock() })
      .where('environment_id', '=', row.environment_id)
      .execute()
    return { operation: 'Activate', before: { status: row.status }, after: { status: 'Connected' } }
  })
  call.retail.wake()
  return loadState(call)
}

/** Ends the connection. A synchronisation that goes on ends with its current page; what was imported stays. */
export async function disconnect(call: RetailCall): Promise<RetailConnectorState> {
  await changeStatus(call, ['Connected', 'Error'], async (trx, row) => {
    await trx
      .updateTable('retail_connection')
      .set({
        status: 'Disconnected',
        failure: null,
        failures: 0,
        next_sync_at: null,
        positions: JSON.stringify(begunAnew(row.positions)),
        sync_id: null,
        lease_owner: null,
        lease_until: null,
      })
      .where('environment_id', '=', row.environment_id)
      .execute()
    if (row.sync_id !== null) await finishSync(trx, row.sync_id, 'disconnected', call.ports.clock())
    return { operation: 'Deactivate', before: { status: row.status }, after: { status: 'Disconnected' } }
  })
  return loadState(call)
}

/** Has a connected environment synchronised as soon as possible; one that is being synchronised stays as it is. */
export async function startSync(call: RetailCall): Promise<RetailConnectorState> {
  requireConnector(call)
  const { status } = requireConnection(await loadConnection(call.ports.db, call.environmentId))
  if (status === 'Disconnected') throw createDisconnectedError()
  await changeStatus(call, ['Connected', 'Error'], async (trx, row) => {
    if (row.sync_id !== null) return null
    await trx
      .updateTable('retail_connection')
      .set({ next_sync_at: call.ports.clock() })
      .where('environment_id', '=', row.environment_id)
      .execute()
    return { operation: 'Start', before: null, after: { address: row.address } }
  })
  call.retail.wake()
  return loadState(call)
}

/** Changes a connection in one of these states, with its entry in the activity log; one in another state stays as it is. */
async function changeStatus(
  call: RetailCall,
  states: readonly ConnectionRow['status'][],
  change: (trx: Db, row: ConnectionRow) => Promise<Pick<AuditEntry, 'operation' | 'before' | 'after'> | null>,
): Promise<void> {
  await call.ports.db.transaction().execute(async trx => {
    const row = requireConnection(await lockConnection(trx, call.environmentId))
    if (!states.includes(row.status)) return
    const entry = await change(trx, row)
    if (entry !== null) await audit(trx, call, row.address, entry)
  })
}

const lockConnection = (trx: Db, environmentId: string): Promise<ConnectionRow | undefined> =>
  trx
    .selectFrom('retail_connection')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()

const audit = (
  trx: Db,
  call: RetailCall,
  address: string,
  change: Pick<AuditEntry, 'operation' | 'before' | 'after'>,
): Promise<void> => auditChange(trx, call, { type: 'RetailConnector', id: call.environmentId, name: address }, change)

async function assertAnswer(call: RetailCall, address: string): Promise<void> {
  await assertTestRate(call)
  const refused = await requireConnector(call).test(address)
  if (refused !== null) throw createRefusal(refused)
}

function requireConnection(row: ConnectionRow | undefined): ConnectionRow {
  if (row !== undefined) return row
  throw createDisconnectedError()
}

function assertDisconnected(row: ConnectionRow | undefined): void {
  if (row !== undefined && row.status !== 'Disconnected') throw createConnectedError()
}

const createDisconnectedError = (): ConflictError =>
  new ConflictError('This environment is not connected.', { reason: 'retail.disconnected' })

const createConnectedError = (): ConflictError =>
  new ConflictError('This environment is connected. Disconnect it first.', { reason: 'retail.connected' })

const createRefusal = ({ failure, status }: RetailRefusal): ConflictError =>
  new ConflictError(
    `We couldn't connect. Check the address and that this application is registered there.${status === null ? '' : ` (HTTP ${status})`}`,
    { reason: `retail.${failure}` },
  )
