import { Callout, Icon, NumberText } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useRoutedAssessments, useRules } from '../rule-queries.ts'
import { useQueues } from './routing-filters.tsx'

/*
 * The columns of routing rules that other rules do not have. How many are shown depends on the width of the list; the
 * queues always are.
 */
const widths = {
  assessment: 'hidden @min-[66rem]:table-cell',
  hits24h: 'hidden @min-[36rem]:table-cell',
  hits7d: 'hidden @min-[52rem]:table-cell',
  errors: 'hidden @min-[56rem]:table-cell',
} as const

/** Column heads of routing rules. @param head classes of every head of the table */
export function RoutingHeads({ head }: { head: string }) {
  return (
    <>
      <th scope="col" className={`${head} w-[8rem] text-start ${widths.assessment}`}>
        <FormattedMessage id="Routing.Column.Assessment" />
      </th>
      <th scope="col" className={`${head} w-[6.5rem] text-start @min-[36rem]:w-[9rem]`}>
        <FormattedMessage id="Routing.Column.Queue" />
      </th>
      <th scope="col" className={`${head} w-[6rem] text-end ${widths.hits24h}`}>
        <FormattedMessage id="Routing.Column.Hits24h" />
      </th>
      <th scope="col" className={`${head} w-[6rem] text-end ${widths.hits7d}`}>
        <FormattedMessage id="Routing.Column.Hits7d" />
      </th>
      <th scope="col" className={`${head} w-[6rem] text-end ${widths.errors}`}>
        <FormattedMessage id="Routing.Column.Errors" />
      </th>
    </>
  )
}

const cell = 'px-cell-x py-1'
/** A value that is not there. */
const missingMark = '–'

/** What a routing rule is about, where it sends cases, and how many. */
export function RoutingCells({ rule: { eventType, status, routing } }: { rule: RuleSummary }) {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  const names = useRoutedAssessments().data
  const { otherwise } = useQueues()
  const missing = routing?.missingQueues ?? []
  return (
    <>
      <td className={`${cell} truncate text-fg-secondary ${widths.assessment}`}>
        <bdi>{nameOf(eventType, names?.find(each => each.eventType === eventType)?.name ?? eventType)}</bdi>
      </td>
      <td className={`${cell} truncate`}>
        {missing.map(queue => (
          <Icon
            key={queue}
            icon={TriangleAlert}
            size={12}
            className="me-1 text-warning-text"
            label={intl.formatMessage({ id: 'Routing.MissingQueue' }, { queue, otherwise })}
          />
        ))}
        <bdi>{(routing?.queues ?? []).join(', ')}</bdi>
      </td>
      {(['hits24h', 'hits7d', 'errors'] as const).map(column => {
        const count = routing?.[column === 'errors' ? 'errors7d' : column] ?? 0
        const tone = count === 0 ? 'text-fg-muted' : column === 'errors' ? 'text-warning-text' : ''
        return (
          <td key={column} className={`${cell} text-end ${widths[column]}`}>
            {status === 'draft' ? (
              <span className="text-fg-muted">{missingMark}</span>
            ) : (
              <NumberText value={count} className={tone} />
            )}
          </td>
        )
      })}
    </>
  )
}

/** The same warnings about the rule that is being edited: those of its published version. */
export function EditedRoutingWarnings({ ruleId }: { ruleId: string }) {
  const routing = useRules(60_000).data?.find(({ id, status }) => id === ruleId && status !== 'draft')?.routing
  return routing ? <RoutingWarnings routing={routing} className="m-3" /> : null
}

/** Warnings about a routing rule: queues that do not exist, and parts that fail. */
export function RoutingWarnings({
  routing,
  className = 'mbe-2 max-w-prose',
}: {
  routing: NonNullable<RuleSummary['routing']>
  className?: string
}) {
  const { otherwise } = useQueues()
  if (routing.missingQueues.length + routing.errors7d === 0) return null
  return (
    <Callout tone="warning" className={className}>
      <ul>
        {routing.missingQueues.map(queue => (
          <li key={queue}>
            <FormattedMessage
              id="Routing.MissingQueue"
              values={{ queue: <bdi key="queue">{queue}</bdi>, otherwise: <bdi key="otherwise">{otherwise}</bdi> }}
            />
          </li>
        ))}
        {routing.errors7d === 0 ? null : (
          <li>
            <FormattedMessage id="Routing.Errors" values={{ count: routing.errors7d }} />
          </li>
        )}
      </ul>
    </Callout>
  )
}
