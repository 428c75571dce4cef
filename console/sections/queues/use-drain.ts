import { useToast } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { api, client } from '../../platform/api/client.ts'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { settingsOf } from './queue-settings.ts'

/** Ends the supply of new cases to a queue, or lets it start again. */
export function useDrain(): (queue: Queue) => void {
  const intl = useIntl()
  const { toast } = useToast()
  const mutation = useApiMutation({
    mutationFn: (queue: Queue) =>
      client.queues.update({
        environmentId: queue.environmentId,
        queueId: queue.id,
        baseVersion: queue.version,
        settings: { ...settingsOf(queue), draining: !queue.draining },
      }),
    invalidates: [api.queues.key()],
    onSuccess: ({ draining, routingRules }, { name }) =>
      toast({
        tone: draining && routingRules.length > 0 ? 'warning' : 'success',
        title: intl.formatMessage(
          { id: draining ? 'Queues.Drain.Started' : 'Queues.Drain.Stopped' },
          { name, count: routingRules.length },
        ),
      }),
  })
  return mutation.mutate
}
