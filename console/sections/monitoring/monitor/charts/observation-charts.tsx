import { useFormat } from '@assay/design-system'
import type { ObservationKind, ObservationMonitor } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { othersOf, peakOf, type StepSeries, toneOf, totalOf } from '../../step-points.ts'
import { StepChart } from './step-chart.tsx'

interface ObservationChartsProps {
  data: ObservationMonitor | undefined
  absolute: boolean
  stale: boolean
  failed: boolean
  onRetry: () => void
}

const minute = 60_000
/** Labels have no status but a result, which is a word of ours. */
const resultIds: Partial<Record<string, string>> = { Fraud: 'Events.Label.Fraud', NonFraud: 'Events.Label.NonFraud' }

/** Volume and distribution by status of what was received about the events of a window. */
export function ObservationCharts({ data, absolute, stale, failed, onRetry }: ObservationChartsProps) {
  const kinds: readonly (ObservationMonitor['kinds'][number] | { kind: ObservationKind })[] = data?.kinds ?? [
    { kind: 'status' },
    { kind: 'label' },
  ]
  return kinds.map(kind => (
    <KindCharts
      key={kind.kind}
      kind={kind.kind}
      figures={'statuses' in kind ? kind : undefined}
      data={data}
      absolute={absolute}
      stale={stale}
      failed={failed}
      onRetry={onRetry}
    />
  ))
}

function KindCharts({
  kind,
  figures,
  data,
  absolute,
  ...state
}: ObservationChartsProps & { kind: ObservationKind; figures: ObservationMonitor['kinds'][number] | undefined }) {
  const intl = useIntl()
  const format = useFormat()
  const text = (id: string) => intl.formatMessage({ id })
  const volume: StepSeries[] = [
    { key: 'volume', label: text('Monitoring.ThisWindow'), tone: 'tint-3', counts: figures?.volume ?? [] },
  ]
  const statuses = (figures?.statuses ?? []).map(({ status, counts }, n): StepSeries => {
    const resultId = kind === 'label' ? resultIds[status] : undefined
    return {
      key: `status ${status}`,
      label: resultId === undefined ? status || text('Monitoring.NoStatus') : text(resultId),
      tone: toneOf(n),
      counts,
    }
  })
  const total = figures?.total ?? 0
  const peak = peakOf(figures?.volume ?? [])
  const common = { steps: data, ...state }
  const file = `monitor_${data?.eventType ?? ''}_${kind}`
  return (
    <>
      <StepChart
        {...common}
        title={text(`Monitoring.Observations.${kind}.Volume`)}
        series={volume}
        fileName={`${file}_volume`}
        summary={intl.formatMessage(
          { id: 'Monitoring.Observations.Summary' },
          {
            events: total,
            peak: peak?.count ?? 0,
            when:
              data === undefined || peak === null
                ? ''
                : format.dateTime(Date.parse(data.windowStart) + peak.step * data.stepMinutes * minute, 'UTC'),
          },
        )}
      />
      <StepChart
        {...common}
        title={text(`Monitoring.Observations.${kind}.Distribution`)}
        meta={absolute ? undefined : text('Monitoring.Observations.Share')}
        series={[...statuses, ...othersOf(figures?.others, text('Monitoring.Others'))]}
        percent={!absolute}
        fileName={`${file}_distribution`}
        summary={intl.formatMessage(
          { id: 'Monitoring.Top.Summary' },
          {
            name: statuses[0]?.label ?? '',
            share: format.percent(total === 0 ? 0 : totalOf(statuses[0]?.counts ?? []) / total),
          },
        )}
      />
    </>
  )
}
