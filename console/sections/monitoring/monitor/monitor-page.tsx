import { Callout, DashboardPage, Icon, useFormat, useMediaQuery } from '@assay/design-system'
import { defined, type TransactionMonitor } from '@assay/risk-service/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { UnknownAssessment } from '../../../platform/assessments/unknown-assessment.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { StaleNotice } from '../../../platform/errors/stale-notice.tsx'
import { useAssessmentName } from '../../../platform/events/use-assessment-name.ts'
import { useLive } from '../../../platform/live/use-live-events.ts'
import { rulesPathOf } from '../../../platform/router/rules-path.ts'
import { useSearchState } from '../../../platform/router/use-search-state.ts'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useMonitorQuery } from '../use-monitor-query.ts'
import { ObservationCharts } from './charts/observation-charts.tsx'
import { TransactionCharts } from './charts/transaction-charts.tsx'
import { FiguresStrip, ObservationStrip } from './figures-strip.tsx'
import { monitorSchema } from './monitor-address.ts'
import { MonitorTools } from './monitor-tools.tsx'
import { RulesCard } from './rules-card.tsx'
import { ScorecardBlock } from './scorecard/scorecard-block.tsx'
import { Unusual } from './unusual/unusual-card.tsx'
import { useFrozenData } from './use-frozen-data.ts'

/**
 * Shortest time between two readings that decisions cause, in milliseconds. Minutes are watched as they fill: decisions are
 * announced once a second, and with the longest of both waits an event is still on the page within two seconds.
 */
const liveSpans = { '1h': 500, '48h': 5000, '8d': 15_000 } as const

/** The assessment of a monitor, as far as its figures have said what it is. */
interface MonitorSubject {
  name: string
  /** Undefined until the figures have arrived. */
  data: Pick<TransactionMonitor, 'eventType' | 'reports'> | undefined
}

interface MonitorPageProps {
  /** Key or id of the assessment. */
  assessment: string
  /** Title and place of the page, with the time of its figures. */
  header: (subject: MonitorSubject, meta: ReactNode, live: ReactNode) => ReactNode
  /** Stands before the tools of the monitor. */
  picker?: ReactNode
}

/** Near real-time figures of an assessment: what came, how it was decided and scored, and by which rules. */
export function MonitorPage({ assessment, header, picker }: MonitorPageProps) {
  const intl = useIntl()
  const environment = useEnvironment()
  const nameOf = useAssessmentName()
  const [state, setState] = useSearchState(monitorSchema)
  const { view, timescale, absolute, branch } = state
  const input = { environmentId: environment.id, assessment, timescale }
  const observed = view === 'observations'
  const narrow = useMediaQuery('(width < 40rem)')
  const transactions = useMonitorQuery(
    {
      ...api.monitoring.transactions.queryOptions({
        input: { ...input, ...defined({ branch: branch ?? undefined }) },
        placeholderData: keepPreviousData,
      }),
      enabled: !observed,
    },
    assessment,
    liveSpans[timescale],
  )
  const observations = useMonitorQuery(
    {
      ...api.monitoring.observations.queryOptions({ input, placeholderData: keepPreviousData }),
      enabled: observed,
    },
    assessment,
    liveSpans[timescale],
  )
  const query = observed ? observations : transactions
  const { shown, waiting, handlers } = useFrozenData(isSameWindow, transactions.data, observations.data)
  const [transactionData, observationData] = shown
  const data = observed ? observationData : transactionData
  const name =
    data === undefined
      ? nameOf(assessment, intl.formatMessage({ id: 'Monitoring.Title' }))
      : nameOf(data.eventType, data.name)
  const unknown = query.error !== null && 'code' in query.error && query.error.code === 'NOT_FOUND'
  useTitle(
    unknown && data === undefined
      ? intl.formatMessage({ id: 'Rules.Custom.Unknown.Title' })
      : intl.formatMessage({ id: 'Monitoring.PageTitle' }, { name }),
  )
  const status = {
    absolute,
    stale: query.isError && data !== undefined,
    failed: query.isError && data === undefined,
    onRetry: () => void query.refetch(),
  }
  if (unknown && data === undefined) return <UnknownAssessment back="/fraud" />
  const unusual =
    observed || branch !== null ? null : <Unusual key={timescale} assessment={assessment} timescale={timescale} />
  return (
    <DashboardPage
      name={name}
      header={header(
        { name, data },
        data === undefined ? '' : <Updated at={Date.parse(data.now)} waiting={waiting} />,
        <LiveMark />,
      )}
      notice={
        <>
          <MonitorTools
            state={state}
            onChange={setState}
            branches={transactions.data?.branches ?? []}
            picker={picker}
          />
          {status.stale ? <StaleNotice /> : null}
          {branch === null || observed ? null : (
            <Callout tone="info">
              <FormattedMessage id="Monitoring.Branch.Text" values={{ branch: <bdi key="branch">{branch}</bdi> }} />
            </Callout>
          )}
        </>
      }
      tiles={
        status.failed ? undefined : observed ? (
          <ObservationStrip data={observationData} />
        ) : (
          <FiguresStrip kpis={transactionData?.kpis} previous={transactionData?.previous} />
        )
      }
      foot={
        transactionData?.scorecard == null || observed ? undefined : (
          <ScorecardBlock assessment={assessment} kind={transactionData.scorecard} />
        )
      }
    >
      {/* In one column what is unusual would come after a dozen charts. */}
      {narrow && unusual !== null ? <div className="flex min-w-0 flex-col gap-3">{unusual}</div> : null}
      <div data-slot="monitor-charts" className="flex min-w-0 flex-col gap-3" {...handlers}>
        {observed ? (
          <ObservationCharts data={observationData} {...status} />
        ) : (
          <TransactionCharts data={transactionData} {...status} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {narrow ? null : unusual}
        {observed || status.failed ? null : <RulesCard data={transactionData} rulesPath={rulesPathOf(assessment)} />}
      </div>
    </DashboardPage>
  )
}

/** Whether two readings are of the same steps and, where they have one, of the same branch. */
function isSameWindow(
  a: { stepMinutes: number; barCount: number; branch?: string | null } | undefined,
  b: typeof a,
): boolean {
  return a?.stepMinutes === b?.stepMinutes && a?.barCount === b?.barCount && a?.branch === b?.branch
}

/** When the figures were read, and whether newer ones wait for the pointer and the focus to leave. */
function Updated({ at, waiting }: { at: number; waiting: boolean }) {
  const format = useFormat()
  return (
    <>
      <FormattedMessage id="Monitoring.Updated" values={{ time: <bdi key="time">{format.dateTime(at, 'UTC')}</bdi> }} />
      {waiting ? (
        <>
          {' · '}
          <FormattedMessage id="Monitoring.Waiting" />
        </>
      ) : null}
    </>
  )
}

/** Whether figures arrive by themselves as events are decided, or once a minute. */
function LiveMark() {
  const live = useLive()
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-fg-muted">
      {live ? <Icon icon={Radio} size={12} /> : null}
      <FormattedMessage id={live ? 'Monitoring.Live' : 'Monitoring.Interval'} />
    </span>
  )
}
