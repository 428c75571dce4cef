import { Callout } from '@assay/design-system'
import { caseLimits, type Queue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { minutesToMs } from '../queue-facts.tsx'
import type { QueueForm } from './queue-form.ts'

const typingPause = 400

/**
 * Number of the cases that a shorter time-out makes overdue when the time of grace after saving is over.
 * @param timeouts when the cases time out now, as ISO times; null: never
 * @param shorterBy milliseconds
 */
export function countOverdue(timeouts: readonly (string | null)[], shorterBy: number, now: number): number {
  const end = now + caseLimits.timeoutGraceMs
  return timeouts.filter(at => at !== null && Date.parse(at) > now && Date.parse(at) - shorterBy <= end).length
}

interface SettingEffectsProps {
  queue: Queue
  values: QueueForm
}

/** What a change of the order or of the time-out does to the cases that wait. */
export function SettingEffects({ queue, values }: SettingEffectsProps) {
  const { pending } = queue.counts
  const sorted =
    pending > 0 &&
    (values.orderBy !== queue.orderBy || values.direction !== queue.direction || values.sequence !== queue.sequence)
  const timeout = useDebouncedValue(values.timeoutMinutes, typingPause)
  const shorterBy = timeout === null ? 0 : minutesToMs(queue.timeoutMinutes - timeout)
  const lower = pending > 0 && shorterBy > 0
  const { data, dataUpdatedAt } = useQuery(
    api.queues.cases.queryOptions({
      input: {
        environmentId: queue.environmentId,
        queueId: queue.id,
        view: 'pending',
        limit: caseLimits.maxPage,
        orderBy: 'timeLeft',
      },
      enabled: lower,
      staleTime: 30_000,
    }),
  )
  const overdue =
    lower && data
      ? countOverdue(
          data.rows.map(({ timeoutAt }) => timeoutAt),
          shorterBy,
          dataUpdatedAt,
        )
      : 0
  if (!sorted && overdue === 0) return null
  return (
    <Callout tone="warning" live>
      <div className="flex flex-col gap-1">
        {sorted ? (
          <p>
            <FormattedMessage id="Queues.Effect.Sorted" values={{ count: pending }} />
          </p>
        ) : null}
        {overdue > 0 ? (
          <p>
            <FormattedMessage
              id={
                overdue === data?.rows.length && data.next !== null
                  ? 'Queues.Effect.OverdueMore'
                  : 'Queues.Effect.Overdue'
              }
              values={{ count: overdue }}
            />
          </p>
        ) : null}
      </div>
    </Callout>
  )
}
