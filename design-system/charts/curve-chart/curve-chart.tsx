import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { NumberInput } from '../../forms/number-input/number-input.tsx'
import { useFormat } from '../../lib/format/index.ts'
import { missingMark } from '../../lib/marks.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import type { ChartTable } from '../chart-frame/chart-table.tsx'
import { areaUnder, type CurveKind, type CurvePoint, curvePoints, nearestValue } from '../plot/curve.ts'
import { finiteOrNull } from '../plot/numbers.ts'
import type { ChartSeries } from '../plot/series.ts'
import { ScoreZoom } from '../score-chart/score-zoom.tsx'
import { ValueZoom, valueZoomWidth } from '../score-chart/value-zoom.tsx'
import { CurveHandle } from './curve-handle.tsx'
import { CurvePlot, curveLabelsFrom } from './curve-plot.tsx'

export interface CurveModel {
  key: string
  label: string
  points: readonly CurvePoint[]
}

export interface CurveChartProps extends ChartBaseProps {
  /** Receiver operating characteristic, or precision over recall. */
  kind: CurveKind
  /** One, or two to compare. The operating point belongs to the first. */
  models: readonly CurveModel[]
  /** Share of fraud among all events: the precision without a model. */
  prevalence?: number
  /** The cut-off being tried: a handle on the curve. */
  threshold?: number
  /** Initial cut-off, for uncontrolled use. */
  defaultThreshold?: number
  /** Called with the cut-off while it is moved. */
  onThresholdChange?: (threshold: number) => void
  /** The cut-off in force: an open dot. */
  saved?: number
  /** Shows the cut-off but does not let it be moved. */
  locked?: boolean
  /** Lets parts of both axes be shown alone. */
  zoom?: boolean
}

const whole = [0, 1] as const
/** The handles of the zoom stand at whole percents. */
const percents = 100
const tones = ['series-1', 'series-3'] as const

/** The trade-off of all cut-offs: ROC, or precision against recall. */
export function CurveChart({
  kind,
  models,
  prevalence,
  threshold,
  defaultThreshold = Number.NaN,
  onThresholdChange,
  saved,
  locked = false,
  zoom = false,
  summary,
  height = 260,
  meta,
  ...frame
}: CurveChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const [current, setCurrent] = useControllable({
    value: threshold,
    defaultValue: defaultThreshold,
    onValueChange: onThresholdChange,
  })
  const [range, setRange] = useState<readonly [number, number]>(whole)
  const [from, to] = zoom ? range : whole
  const [cut, setCut] = useState<readonly [number, number]>(whole)
  const values = zoom ? cut : whole
  const beside = zoom && models.some(({ points }) => points.length > 0) ? valueZoomWidth : 0
  const label = (id: string) => intl.formatMessage({ id })
  const axes =
    kind === 'roc'
      ? { x: label('DesignSystem.Chart.FalsePositiveRate'), y: label('DesignSystem.Chart.DetectionRate') }
      : { x: label('DesignSystem.Chart.DetectionRate'), y: label('DesignSystem.Chart.Precision') }
  const percent = (value: number) => format.percent(value)
  const area = (points: readonly CurvePoint[]) => {
    const found = areaUnder(points, kind)
    return found === null
      ? missingMark
      : intl.formatNumber(found, { minimumFractionDigits: 3, maximumFractionDigits: 3, numberingSystem: 'latn' })
  }
  const curves = models.slice(0, 2).map((model, i) => ({
    ...model,
    points: curvePoints(model.points, kind),
    tone: tones[i] ?? 'series-1',
    area: area(model.points),
  }))
  const series: ChartSeries[] = curves.map(({ key, label: name, tone, area: size }) => ({
    key,
    label: intl.formatMessage({ id: 'DesignSystem.Chart.Curve.Area' }, { name, area: size }),
    tone,
  }))
  const own = curves[0]?.points ?? []
  const indexOf = (value: number | undefined) =>
    finiteOrNull(value) === null
      ? -1
      : nearestValue(
          own.map(point => point.threshold),
          value!,
        )
  const at = indexOf(current)
  const savedAt = indexOf(saved)
  const point = own[at]
  const said = (found: CurvePoint) =>
    intl.formatMessage(
      { id: 'DesignSystem.Chart.Curve.Point' },
      { x: axes.x, xValue: percent(found.x), y: axes.y, yValue: percent(found.y) },
    )
  const move = (index: number) => {
    const found = own[Math.min(Math.max(index, 0), own.length - 1)]
    if (found && found.threshold !== current) setCurrent(found.threshold)
  }
  const limits = own.reduce(
    (all, { threshold: value }) => ({ low: Math.min(all.low, value), high: Math.max(all.high, value) }),
    { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY },
  )
  const table: ChartTable = {
    head: label('DesignSystem.Chart.CutOff'),
    columns: [
      { key: 'x', label: axes.x, format: percent },
      ...curves.map((curve, n) => ({
        key: `y ${n}`,
        label: curves.length > 1 ? `${axes.y}, ${curve.label}` : axes.y,
        format: percent,
      })),
    ],
    rows: curves.flatMap((curve, n) =>
      curve.points.map(({ threshold: value, x, y }, i) => ({
        id: `${n} ${i}`,
        name: format.number(value),
        raw: value,
        values: { x, [`y ${n}`]: y },
      })),
    ),
  }
  const parts = curves.flatMap(curve =>
    curve.points.length === 0
      ? []
      : [intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Curve' }, { name: curve.label, area: curve.area })],
  )

  return (
    <ChartFrame
      {...frame}
      meta={meta ?? (curves.length === 1 ? series[0]?.label : undefined)}
      summary={
        summary ??
        intl.formatMessage(
          { id: 'DesignSystem.Chart.Summary.Sentence' },
          {
            title: frame.title,
            parts: parts.length === 0 ? label('DesignSystem.Chart.Summary.Nothing') : format.list(parts),
          },
        )
      }
      series={curves.length > 1 ? series : []}
      kind="line"
      height={height}
      table={table}
      controls={
        <>
          {zoom && own.length > 0 ? (
            <ScoreZoom
              name={frame.title}
              label={label('DesignSystem.Chart.Zoom.Range')}
              min={0}
              max={percents}
              step={1}
              range={[Math.round(from * percents), Math.round(to * percents)]}
              after={curveLabelsFrom + beside}
              valueText={value => format.percent(value / percents, 0)}
              onRangeChange={([low, high]) => setRange([low / percents, high / percents])}
              isOtherCut={values[0] > 0 || values[1] < 1}
              onOtherReset={() => setCut(whole)}
            />
          ) : null}
          {point === undefined || locked ? null : (
            <div className="flex flex-wrap items-center gap-2 pbs-1 text-sm text-fg-secondary">
              <span aria-hidden>
                <FormattedMessage id="DesignSystem.Chart.CutOff" />
              </span>
              <NumberInput
                aria-label={label('DesignSystem.Chart.CutOff')}
                size="sm"
                value={point.threshold}
                min={limits.low}
                max={limits.high}
                onValueChange={value => {
                  if (value !== null) move(indexOf(value))
                }}
                className="w-16"
              />
              <span className="min-w-0 text-xs text-fg-muted">{said(point)}</span>
            </div>
          )}
        </>
      }
    >
      {space => (
        <CurvePlot
          name={frame.title}
          space={space}
          kind={kind}
          range={[from, to]}
          values={values}
          beside={beside}
          axes={axes}
          curves={curves}
          prevalence={finiteOrNull(prevalence)}
          baseline={
            kind === 'roc'
              ? label('DesignSystem.Chart.Curve.Chance')
              : intl.formatMessage({ id: 'DesignSystem.Chart.Curve.Prevalence' }, { value: percent(prevalence ?? 0) })
          }
          saved={savedAt >= 0 && savedAt !== at ? own[savedAt]! : null}
          fixed={locked ? (point ?? null) : null}
          handle={(box, y) => (
            <>
              {beside > 0 ? (
                <ValueZoom
                  name={frame.title}
                  box={box}
                  after={curveLabelsFrom}
                  range={values}
                  valueText={part => format.percent(part, 0)}
                  onRangeChange={setCut}
                />
              ) : null}
              {point === undefined || locked ? null : (
                <CurveHandle
                  box={box}
                  y={y}
                  points={own}
                  at={at}
                  range={[from, to]}
                  limits={limits}
                  valueText={`${format.number(point.threshold)}: ${said(point)}`}
                  onMove={move}
                />
              )}
            </>
          )}
        />
      )}
    </ChartFrame>
  )
}
