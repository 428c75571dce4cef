import { recordAudit, serviceActor } from '../../../kernel/audit.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { StoredCase } from '../model/case-record.ts'

interface Requeue {
  tenantId: string
  /** The case before its review ended. */
  found: StoredCase
  cause: 'expired' | 'roleLost' | 'queueLost'
}

/** Writes to the activity log that the service returned a case to its queue undecided, in the transaction of the change. */
export const auditRequeue = (
  trx: Db,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  { tenantId, found, cause }: Requeue,
): Promise<void> =>
  recordAudit(trx, serviceActor(tenantId, newId()), {
    id: newId(),
    at: clock(),
    environmentId: found.environment_id,
    resource: { type: 'Case', id: found.id, name: found.external_id },
    assessmentId: found.event_type,
    operation: 'Requeue',
    before: { owner: found.lock_owner_name },
    after: { cause },
  })
