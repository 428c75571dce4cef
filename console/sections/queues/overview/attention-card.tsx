import { Card, CardBody, CardHeader } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { queuesPath } from '../../../platform/cases/case-links.ts'
import { environmentParameter, useHref } from '../../../platform/environments/environments.tsx'
import { type Attention, attentionOf } from './attention.ts'

/** Where each kind leads, beside the queue itself. */
const queries: Record<Attention['kind'], Record<string, string>> = {
  overdue: { overdue: 'yes' },
  escalated: { view: 'escalated' },
  noSupervisor: { do: 'edit' },
  drainedByRules: { do: 'edit' },
}

/** What managers have to see to: one line and one link each. There is no card while there is nothing. */
export function AttentionCard({ queues }: { queues: readonly Queue[] }) {
  const href = useHref()
  const entries = attentionOf(queues)
  if (entries.length === 0) return null
  return (
    <Card>
      <CardHeader title={<FormattedMessage id="Cases.Attention" />} />
      <CardBody>
        <ul className="flex flex-col gap-2">
          {entries.map(({ kind, queue, count }) => (
            <li key={`${kind} ${queue.id}`}>
              <Link
                className="rounded-chip text-link focus-ring hover:underline"
                to={href(
                  `${queuesPath}/${queue.id}`,
                  new URLSearchParams({ ...queries[kind], [environmentParameter]: queue.environmentId }),
                )}
              >
                <FormattedMessage
                  id={`Cases.Attention.${kind}`}
                  values={{ queue: <bdi key="queue">{queue.name}</bdi>, count }}
                />
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
