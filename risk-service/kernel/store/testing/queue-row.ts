import { randomUUID } from 'node:crypto'
import { type QueueSettings, queueSettingsSchema } from '../../../contract/cases/queue-entities.ts'

/** Returns a queue as a row of the store. @param settings beside the name; those of a new queue when absent */
export const queueRow = (
  environmentId: string,
  name: string,
  settings: Partial<QueueSettings> = {},
  eventType: string | null = 'purchase',
) => ({
  id: randomUUID() as string,
  environment_id: environmentId,
  event_type: eventType,
  kind: 'User' as const,
  name,
  settings: JSON.stringify(queueSettingsSchema.parse({ defaultAction: 'Approve', ...settings, name })),
})
