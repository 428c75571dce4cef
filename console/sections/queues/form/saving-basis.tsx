import type { Queue } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'

/** What the order by expected saving means, and how many decided cases it is measured from. @param queue null: a new one */
export function SavingBasis({ queue }: { queue: Queue | null }) {
  const { data } = useQuery(
    api.queues.savingBasis.queryOptions({
      input: { environmentId: queue?.environmentId ?? '', queueId: queue?.id ?? '' },
      enabled: queue !== null,
      staleTime: 60_000,
    }),
  )
  return (
    <div className="flex flex-col gap-1 text-xs text-fg-secondary">
      <p>
        <FormattedMessage id="Queues.Form.Saving.Text" />
      </p>
      {data ? (
        <p role="status">
          <FormattedMessage
            id="Queues.Form.Saving.Basis"
            values={{ queue: data.queueCases, environment: data.environmentCases, enough: data.enoughCases }}
          />
        </p>
      ) : null}
    </div>
  )
}
