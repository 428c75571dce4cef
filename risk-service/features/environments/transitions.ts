import {
  type EnvironmentFailure,
  type EnvironmentStatus,
  environmentTransitions,
} from '../../contract/environments/environment-definitions.ts'
import { type AuditActor, type AuditEntry, recordAudit, serviceActorId } from '../../kernel/audit.ts'
import type { EnvironmentChange } from '../../kernel/environments/environment-events.ts'
import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'

/** @throws ConflictError `environment.invalidTransition` for every change that is not in the table. */
export function assertTransition(name: string, from: string, to: EnvironmentStatus): void {
  const allowed = (Object.entries(environmentTransitions) as [string, readonly string[]][]).find(
    ([status]) => status === from,
  )?.[1]
  if (!allowed?.includes(to)) throw invalidTransition(name, from, to)
}

export function invalidTransition(name: string, from: string, to: EnvironmentStatus): ConflictError {
  return new ConflictError(`The environment ${name} is ${from} and cannot become ${to}.`, {
    reason: 'environment.invalidTransition',
  })
}

export interface TransitionOptions {
  failure?: EnvironmentFailure
  attempts?: number
  retryAt?: Date | null
  operation?: AuditEntry['operation']
}

/**
 * Changes a status; every change goes through this function: it refuses transitions that are not in the table, changes
 * only from the status that was read, and writes the log. It is called with the transaction of the related change;
 * listeners are notified after the commit.
 */
export async function changeStatus(
  trx: Db,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  by: AuditActor,
  row: EnvironmentRow,
  to: EnvironmentStatus,
  options: TransitionOptions = {},
): Promise<EnvironmentChange> {
  assertTransition(row.name, row.status, to)
  const at = clock()
  const failure = options.failure ?? null
  const { numUpdatedRows } = await trx
    .updateTable('environment')
    .set({ status: to, status_at: at, failure, attempts: options.attempts ?? 0, retry_at: options.retryAt ?? null })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) {
    throw new ConflictError(`The environment ${row.name} has changed in the meantime.`, {
      reason: 'environment.invalidTransition',
    })
  }
  await recordAudit(trx, by, {
    id: newId(),
    at,
    environmentId: row.id,
    resource: { type: 'Environment', id: row.id, name: row.name },
    operation: options.operation ?? 'Update',
    before: { status: row.status },
    after: { status: to, ...(failure === null ? {} : { failure }) },
  })
  return environmentChangeOf(row, row.status as EnvironmentStatus, to, failure, by, at)
}

export function environmentChangeOf(
  row: Pick<EnvironmentRow, 'id' | 'tenant_id' | 'name' | 'friendly_name' | 'parent_id'>,
  from: EnvironmentStatus | null,
  to: EnvironmentStatus,
  failure: EnvironmentFailure | null,
  by: AuditActor,
  at: Date,
): EnvironmentChange {
  return {
    tenantId: row.tenant_id,
    environmentId: row.id,
    name: row.name,
    friendlyName: row.friendly_name,
    parentId: row.parent_id,
    from,
    to,
    failure,
    actorId: by.principal.id === serviceActorId ? null : by.principal.id,
    at,
  }
}
