import { Button, Card, CardHeader, Icon, IconButton, SkeletonRows, useFormat } from '@assay/design-system'
import { type DriftFinding, driftFewest, type MonitorDrift, type MonitorTimescale } from '@assay/risk-service/contract'
import { TrendingDown, TrendingUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../../platform/api/client.ts'
import { RangeContrast } from '../../../../platform/contrast/range-contrast.tsx'
import { useCan, useEnvironment } from '../../../../platform/environments/environments.tsx'
import { QueryError } from '../../../../platform/errors/page-error.tsx'
import { StaleNotice } from '../../../../platform/errors/stale-notice.tsx'
import { useMonitorQuery } from '../../use-monitor-query.ts'
import { FindingLink } from './finding-link.tsx'
import { useFindingText } from './finding-text.tsx'

/** Shortest time between two comparisons that decisions cause, in milliseconds: five windows are read for each. */
const liveSpan = 60_000
/** Findings that are shown at first. */
const shownAtFirst = 6

interface UnusualProps {
  /** Key or id of the assessment. */
  assessment: string
  timescale: MonitorTimescale
}

/** What is unusual in the window of the monitor, and what tells its events apart from those of the weeks before. */
export function Unusual({ assessment, timescale }: UnusualProps) {
  const intl = useIntl()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const { timeZone } = useFormat()
  const query = useMonitorQuery(
    api.monitoring.drift.queryOptions({ input: { environmentId, assessment, timescale, timeZone } }),
    assessment,
    liveSpan,
  )
  // The end of the window moves each minute, and a comparison is long.
  const [range, setRange] = useState<Pick<MonitorDrift, 'from' | 'now' | 'eventType'> | null>(null)
  const { data } = query
  const card = useRef<HTMLDivElement>(null)
  /** Where the keyboard goes on after the button that was pressed is gone. */
  const focusCard = () => card.current?.focus()
  const compare = data !== undefined && can('search') ? () => setRange(data) : undefined
  return (
    <>
      <Card ref={card} tabIndex={-1} className="focus-ring" aria-busy={query.isPending}>
        <CardHeader
          title={<FormattedMessage id="Monitoring.Unusual" />}
          meta={data === undefined || data.weeks === 0 ? undefined : <Basis data={data} />}
        />
        {query.isError && data === undefined ? (
          <div className="px-4 pbe-4">
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          </div>
        ) : data === undefined ? (
          <SkeletonRows rows={3} className="pbe-2 *:px-4" />
        ) : (
          <>
            {query.isError ? (
              <div className="px-4 pbe-2">
                <StaleNotice />
              </div>
            ) : null}
            <Findings
              key={`${data.eventType} ${timescale}`}
              data={data}
              assessment={assessment}
              onCompare={compare}
              onAll={focusCard}
            />
          </>
        )}
      </Card>
      {range === null ? null : (
        <RangeContrast
          title={intl.formatMessage({ id: 'Search.Compare.Title' })}
          eventType={range.eventType}
          from={range.from}
          to={range.now}
          timeZone={timeZone}
          actions={
            <IconButton
              icon={X}
              size="sm"
              label={intl.formatMessage({ id: 'Common.Close' })}
              onClick={() => {
                setRange(null)
                focusCard()
              }}
            />
          }
        />
      )}
    </>
  )
}

const Basis = ({ data }: { data: MonitorDrift }) => (
  <FormattedMessage id="Monitoring.Unusual.Basis" values={{ weeks: data.weeks }} />
)

interface FindingProps {
  data: MonitorDrift
  assessment: string
  onCompare: (() => void) | undefined
}

/** `onAll`: all findings are shown, and the button for it is gone. */
function Findings({ data, assessment, onCompare, onAll }: FindingProps & { onAll: () => void }) {
  const [all, setAll] = useState(false)
  const { findings, tooFew } = data
  const shown = all ? findings : findings.slice(0, shownAtFirst)
  const hidden = findings.length - shown.length
  const showAll = () => {
    setAll(true)
    onAll()
  }
  return (
    <>
      {shown.length === 0 ? null : (
        <ul>
          {shown.map(finding => (
            <Finding key={keyOf(finding)} finding={finding} data={data} assessment={assessment} onCompare={onCompare} />
          ))}
        </ul>
      )}
      {tooFew ? (
        <p className="px-4 pbe-4 text-fg-muted">
          <span className="block font-medium text-fg">
            <FormattedMessage id="Search.Compare.TooFew.Title" />
          </span>
          <FormattedMessage
            id="Monitoring.Unusual.TooFew.Text"
            values={{ transactions: data.transactions, before: data.before, ...driftFewest }}
          />
        </p>
      ) : findings.length === 0 ? (
        <p className="px-4 pbe-4 text-fg-muted">
          <span className="block font-medium text-fg">
            <FormattedMessage id="Monitoring.Unusual.None" />
          </span>
          <FormattedMessage id="Monitoring.Unusual.None.Text" values={{ count: data.comparisons }} />
        </p>
      ) : null}
      {hidden > 0 ? (
        <div className="border-bs border-line-subtle px-4 py-2">
          <Button variant="ghost" size="sm" onClick={showAll}>
            <FormattedMessage id="Monitoring.Unusual.More" values={{ count: hidden }} />
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** What a finding is about: it stays the same line while its figures change. */
function keyOf(finding: DriftFinding): string {
  switch (finding.kind) {
    case 'decision':
      return `decision ${finding.decision}`
    case 'score':
      return `score ${finding.score}`
    case 'rule':
      return `rule ${finding.ruleId}`
    case 'field':
      return `field ${finding.field}`
    case 'value':
      return `value ${finding.attribute}`
    default:
      return finding.kind
  }
}

/** Whether there is more of it than usual. */
function isMore(finding: DriftFinding): boolean {
  const { recent, usual } = finding.kind === 'score' ? finding.bucket : finding
  return recent > usual
}

function Finding({ finding, data, ...rest }: FindingProps & { finding: DriftFinding }) {
  const id = useId()
  const { text, detail } = useFindingText()(finding)
  return (
    <li className="flex items-start gap-3 border-bs border-line-subtle px-4 py-2">
      <span className="mbs-0.5 flex text-fg-muted">
        <Icon icon={isMore(finding) ? TrendingUp : TrendingDown} size={16} />
      </span>
      <p id={id} className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{text}</span>
        {detail === null ? null : <span className="block text-xs text-fg-muted">{detail}</span>}
      </p>
      <FindingLink finding={finding} describedBy={id} eventType={data.eventType} {...rest} />
    </li>
  )
}
