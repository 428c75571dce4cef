import { lazyPart, Skeleton } from '@assay/design-system'
import type { MirrorFigures } from '@assay/risk-service/contract'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'

const TimeSeriesChart = lazyPart(() =>
  import('@assay/design-system/charts').then(module => ({ default: module.TimeSeriesChart })),
)

const plotHeight = 160

/** Parity by hour: an hour without events is a gap. */
export function ParityChart({ hours }: { hours: MirrorFigures['hours'] }) {
  const intl = useIntl()
  return (
    <Suspense
      fallback={
        <div aria-busy="true">
          <Skeleton className="w-full" style={{ blockSize: plotHeight }} />
        </div>
      }
    >
      <TimeSeriesChart
        title={intl.formatMessage({ id: 'Mirror.ParityByHour' })}
        unit="share"
        bucket="hour"
        partialLast
        height={plotHeight}
        fileName="mirror-parity"
        series={[{ key: 'parity', label: intl.formatMessage({ id: 'DualRun.Parity' }), tone: 'series-1' }]}
        points={hours.map(({ hour, compared, same }) => ({
          time: Date.parse(hour),
          values: { parity: compared === 0 ? null : same / compared },
        }))}
      />
    </Suspense>
  )
}
