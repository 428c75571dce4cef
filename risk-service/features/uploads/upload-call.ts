import type { UploadEntityName } from '../../contract/index.ts'
import type { KeyedQueue } from '../../engine/lib/serial-queue.ts'
import { type AuditContext, type AuditEntry, auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ConflictError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports, UploadFiles } from '../../ports/index.ts'

/** Who changes uploaded files, in which environment, and where the files are. */
export interface UploadCall extends AuditContext {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  files: UploadFiles
  /** Reads whole files one at a time. */
  queue: KeyedQueue
}

export const uploadCallOf = (
  { ports, principal, actorRoles, correlationId, uploadFiles, fileQueue }: EnvironmentCallContext,
  { environmentId }: { environmentId: string },
): UploadCall => ({
  ports,
  principal,
  roles: actorRoles,
  correlationId,
  environmentId,
  files: uploadFiles,
  queue: fileQueue,
})

/** Writes the audit entry of a change of an entity, in the transaction of the change. */
export const auditUpload = (
  trx: Db,
  call: AuditContext,
  entity: UploadEntityName,
  change: Pick<AuditEntry, 'operation' | 'before' | 'after'>,
): Promise<void> => auditChange(trx, call, { type: 'DataUpload', id: entity, name: entity }, change)

export const createNoSpaceError = (): ConflictError =>
  new ConflictError('The disk of the service is full. The upload continues when there is room again.', {
    reason: 'uploads.noSpace',
  })
