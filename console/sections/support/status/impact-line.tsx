import { Callout, SkeletonText } from '@assay/design-system'
import type { ImpactOutcome, SupportImpact, SupportStatus } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'

interface ImpactLineProps {
  environmentId: string
  listed: ListedValue
  /** Null: the value is removed from its list. */
  status: SupportStatus | null
  /** Days that the entry is to last, and that are looked back. */
  days: number
}

/** What the status would have done to the purchases of as many days as the entry is to last. */
export function ImpactLine({ environmentId, listed, status, days }: ImpactLineProps) {
  const query = useQuery(
    api.support.impact.queryOptions({ input: { environmentId, ...listed, status, days }, staleTime: 60_000 }),
  )
  if (query.isError) return <QueryError error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Callout tone="info" title={<FormattedMessage id="Support.Impact.Title" values={{ days }} />} live>
      {query.data === undefined ? (
        <SkeletonText lines={2} />
      ) : (
        <ul className="flex flex-col gap-1">
          {impactLines(query.data, days).map((line, index) => (
            <li key={index}>{line}</li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

/** The sentences about an impact: each change of decisions, else why there is none; then what could not be computed. */
function impactLines({ events, replayed, read, passed, stopped, reviewed }: SupportImpact, days: number): ReactNode[] {
  const outcomes = [
    ['Passed', passed],
    ['Stopped', stopped],
    ['Reviewed', reviewed],
  ] as const satisfies readonly (readonly [string, ImpactOutcome])[]
  const changed = outcomes.filter(([, outcome]) => outcome.events > 0)
  const lines: ReactNode[] = changed.map(([name, { events: count, chargedBack, bad, good }]) => (
    <FormattedMessage key={name} id={`Support.Impact.${name}`} values={{ count, chargedBack, bad, good }} />
  ))
  if (events === 0) lines.push(<FormattedMessage id="Support.Impact.NoEvents" values={{ days }} />)
  else if (replayed > 0 && read === 0)
    lines.push(<FormattedMessage id="Support.Impact.NotRead" values={{ count: replayed }} />)
  else if (changed.length === 0 && replayed > 0)
    lines.push(<FormattedMessage id="Support.Impact.Nothing" values={{ count: replayed }} />)
  if (replayed < events) lines.push(<FormattedMessage id="Support.Impact.Partly" values={{ replayed, events }} />)
  return lines
}
