import type { QueueSettings } from '../../../contract/cases/queue-entities.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { findQueue } from '../store/queue-store.ts'

interface QueueOfAssessment {
  environmentId: string
  queueId: string
  assessment: string
}

/** Refuses a queue for escalated cases that could not hold them. @throws ValidationError naming the setting */
export async function assertEscalationQueue(
  trx: Db,
  { environmentId, queueId, assessment }: QueueOfAssessment,
  { escalationQueueId }: QueueSettings,
): Promise<void> {
  if (escalationQueueId === null) return
  const refuse = (message: string) => new ValidationError(['settings', 'escalationQueueId'], message)
  const target = await findQueue(trx, escalationQueueId)
  if (target === null || target.environment_id !== environmentId || target.id === queueId)
    throw refuse('Choose another queue of this environment.')
  if (target.event_type !== null && target.event_type !== assessment)
    throw refuse('This queue is for another assessment.')
  if (target.settings.supervisors.length === 0) throw refuse('This queue has no supervisor.')
}
