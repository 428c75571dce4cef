import { useToast } from '@assay/design-system'
import type { Queue, QueueSettings } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { settingsOf } from './queue-settings.ts'

/** Changes settings of a queue at once, and shows a message about the result. */
function useQueueSwitch(
  changeOf: (queue: Queue) => Partial<QueueSettings>,
  messageOf: (changed: Queue) => { id: string; tone: 'success' | 'warning' },
): (queue: Queue) => void {
  const intl = useIntl()
  const { toast } = useToast()
  const mutation = useApiMutation({
    mutationFn: (queue: Queue) =>
      client.queues.update({
        environmentId: queue.environmentId,
        queueId: queue.id,
        baseVersion: queue.version,
        settings: { ...settingsOf(queue), ...changeOf(queue) },
      }),
    invalidates: [api.queues.key()],
    onSuccess: (changed, { name }) => {
      const { id, tone } = messageOf(changed)
      toast({ tone, title: intl.formatMessage({ id }, { name, count: changed.routingRules.length }) })
    },
  })
  return mutation.mutate
}

/** Ends the supply of new cases to a queue, or lets it start again. */
export const useDrain = (): ((queue: Queue) => void) =>
  useQueueSwitch(
    ({ draining }) => ({ draining: !draining }),
    ({ draining, routingRules }) => ({
      id: draining ? 'Queues.Drain.Started' : 'Queues.Drain.Stopped',
      tone: draining && routingRules.length > 0 ? 'warning' : 'success',
    }),
  )

/** Ends the assignment of waiting cases by the service, or lets it start again. */
export const useAssignmentPause = (): ((queue: Queue) => void) =>
  useQueueSwitch(
    ({ assignmentPaused }) => ({ assignmentPaused: !assignmentPaused }),
    ({ assignmentPaused }) => ({
      id: assignmentPaused ? 'Queues.AssignmentPaused.Started' : 'Queues.AssignmentPaused.Stopped',
      tone: 'success',
    }),
  )
