import { lazyPart, SkeletonChart, useFormat } from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'

const StackedBarChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.StackedBarChart })),
)
const plotHeight = 160
const hourMs = 3_600_000

/** The attempts of an attack over time, those that failed and those that got through. Its table has the same numbers. */
export function AttackTimeline({ attack }: { attack: AttackDetail }) {
  const intl = useIntl()
  const format = useFormat()
  const { stepMs, steps } = attack.timeline
  const total = ({ failed, passed }: { failed: number; passed: number }) => failed + passed
  const peak = steps.reduce(
    (most, step) => (total(step) > total(most) ? step : most),
    steps[0] ?? { at: attack.startedAt, failed: 0, passed: 0 },
  )
  return (
    <Suspense fallback={<SkeletonChart style={{ blockSize: plotHeight }} />}>
      <StackedBarChart
        title={intl.formatMessage({ id: 'Attacks.Timeline' })}
        lead={intl.formatMessage(
          { id: 'Attacks.Timeline.Summary' },
          { count: total(peak), length: format.duration(stepMs), time: format.dateTime(peak.at, 'UTC') },
        )}
        bucket={stepMs < hourMs ? 'minute' : 'hour'}
        timeZone="UTC"
        height={plotHeight}
        fileName="attack-timeline"
        status="ready"
        series={[
          { key: 'failed', label: intl.formatMessage({ id: 'Attacks.Figure.Failed' }), tone: 'series-1' },
          { key: 'passed', label: intl.formatMessage({ id: 'Attacks.Timeline.Passed' }), tone: 'series-4' },
        ]}
        points={steps.map(({ at, failed, passed }) => ({ time: Date.parse(at), values: { failed, passed } }))}
        partialLast={attack.endedAt === null}
      />
    </Suspense>
  )
}
