import { SegmentedControl } from '@assay/design-system'
import { memo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ScoreAnswer } from './score-answer.ts'
import { ChartPlace, CurveChart, ScoreChart } from './score-chart-place.tsx'
import { useScoreTexts } from './use-score-texts.ts'

const kinds = ['roc', 'precision', 'cumulative'] as const
const plotHeight = 240

/** How well the score tells fraud from other transactions, with the point of the cut-off. */
export const CurveCard = memo(function CurveCard({
  report,
  status,
  onRetry,
  fileName,
  cutoff,
}: ScoreAnswer & { cutoff: number }) {
  const intl = useIntl()
  const texts = useScoreTexts('count')
  const [kind, setKind] = useState<(typeof kinds)[number]>('roc')
  const title = intl.formatMessage({ id: `Reports.Scores.Curve.${kind}` })
  const common = {
    title,
    onRetry,
    height: plotHeight,
    fileName: `${fileName}_${kind}`,
    actions: (
      <SegmentedControl
        label={intl.formatMessage({ id: 'Reports.Scores.Curve.Kind' })}
        value={kind}
        onValueChange={setKind}
        segments={kinds.map(value => ({
          value,
          label: intl.formatMessage({ id: `Reports.Scores.Curve.Short.${value}` }),
        }))}
      />
    ),
  }
  const area = (kind === 'roc' ? report?.auc : report?.averagePrecision) ?? null
  if (kind === 'cumulative')
    return (
      <ChartPlace title={title} height={plotHeight}>
        <ScoreChart
          {...common}
          status={status}
          bins={(report?.bins ?? []).map(({ from, atOrAbove, atOrBelow }) => ({
            from,
            to: from + 9,
            values: { atOrAbove, atOrBelow },
          }))}
          columns={[]}
          bridged
          lines={[
            { key: 'atOrAbove', label: intl.formatMessage({ id: 'Reports.Scores.Curve.AtOrAbove' }), tone: 'series-1' },
            { key: 'atOrBelow', label: intl.formatMessage({ id: 'Reports.Scores.Curve.AtOrBelow' }), tone: 'series-3' },
          ]}
          mark={cutoff}
          zoom
          valueZoom
        />
      </ChartPlace>
    )
  return (
    <ChartPlace title={title} height={plotHeight}>
      <CurveChart
        {...common}
        kind={kind === 'roc' ? 'roc' : 'precision-recall'}
        meta={
          area === null ? undefined : (
            <FormattedMessage id={`Reports.Scores.Curve.Area.${kind}`} values={{ area: texts.area(area) }} />
          )
        }
        status={status === 'ready' && area === null ? 'empty' : status}
        empty={
          <p>
            <FormattedMessage id="Reports.Scores.Curve.TooFew" />
          </p>
        }
        models={[
          {
            key: 'score',
            label: title,
            points:
              area === null
                ? []
                : (report?.cutoffs ?? []).map(row => ({
                    threshold: row.cutoff,
                    // A point without a figure is not drawn.
                    x: (kind === 'roc' ? row.falsePositiveRate : row.detectionRate) ?? Number.NaN,
                    y: (kind === 'roc' ? row.detectionRate : row.precision) ?? Number.NaN,
                  })),
          },
        ]}
        {...(report?.cutoffs[0]?.precision == null ? {} : { prevalence: report.cutoffs[0].precision })}
        threshold={cutoff}
        {...(report?.inForce == null ? {} : { saved: report.inForce })}
        locked
        zoom
      />
    </ChartPlace>
  )
})
