import { Badge, Icon, NumberText, useFormat } from '@assay/design-system'
import type { VelocityHealth } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'

/** Milliseconds between two polls of the figures. */
const interval = 30_000
const causes = ['timeout', 'database', 'notKept'] as const

/**
 * How velocities fare: one line while every read succeeds, with the causes when some did not. A read that failed
 * counted as 0 in a rule.
 */
export function VelocityHealthLine() {
  const environmentId = useEnvironment().id
  const { data } = useQuery(
    api.velocities.health.queryOptions({ input: { environmentId }, staleTime: 5_000, refetchInterval: interval }),
  )
  return data ? <Figures health={data} /> : null
}

function Figures({ health: { since, reads, failures, notCounted, pending } }: { health: VelocityHealth }) {
  const format = useFormat()
  const failed = causes.filter(cause => failures[cause] > 0)
  const good = failed.length === 0 && notCounted === 0
  const figures = [
    { id: 'Reads', value: reads, bad: false } as const,
    ...failed.map(cause => ({ id: cause, value: failures[cause], bad: true }) as const),
    ...(notCounted > 0 ? [{ id: 'NotCounted', value: notCounted, bad: true } as const] : []),
    { id: 'Pending', value: pending, bad: false } as const,
  ]
  return (
    <section
      aria-labelledby="velocity-health"
      className="flex flex-wrap items-center gap-x-6 gap-y-1 border-be border-line-subtle px-page py-1.5 text-xs"
    >
      <span className="flex items-center gap-2">
        <h2 id="velocity-health" className="font-semibold">
          <FormattedMessage id="Velocities.Health.Title" />
        </h2>
        <Badge tone={good ? 'success' : 'danger'}>
          <Icon icon={good ? CircleCheck : TriangleAlert} size={12} />
          <FormattedMessage
            id={
              good
                ? 'Velocities.Health.Good'
                : failed.length > 0
                  ? 'Velocities.Health.Failing'
                  : 'Velocities.Health.NotCounted'
            }
          />
        </Badge>
      </span>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {figures.map(({ id, value, bad }) => (
          <div key={id} className={bad ? 'flex gap-1.5 text-danger-text' : 'flex gap-1.5'}>
            <dt className={bad ? undefined : 'text-fg-muted'}>
              <FormattedMessage id={`Velocities.Health.${id}`} />
            </dt>
            <dd className="font-medium">
              <NumberText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <span className="ms-auto text-fg-muted">
        <FormattedMessage id="Velocities.Health.Since" values={{ time: format.dateTime(since) }} />
      </span>
    </section>
  )
}
