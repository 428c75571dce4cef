import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { NumberInput } from '../../forms/number-input/number-input.tsx'
import { useFormat } from '../../lib/format/index.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { Button } from '../../primitives/button/button.tsx'
import { type ChartBaseProps, ChartFrame } from '../chart-frame/chart-frame.tsx'
import { type ChartTable, formatOrDash } from '../chart-frame/chart-table.tsx'
import { clamp, finiteOrNull } from '../plot/numbers.ts'
import { type ChartSeries, useForcedColors } from '../plot/series.ts'
import { chartSentence, stepSentence } from '../sentence/step-sentence.ts'
import { confusionAt, type DistributionBin, normaliseBins, type ThresholdSteps, zonesOf } from './distribution.ts'
import { DistributionFigures } from './distribution-figures.tsx'
import { DistributionPlot } from './distribution-plot.tsx'
import { ThresholdHandles } from './threshold-handles.tsx'

export interface DistributionChartProps extends ChartBaseProps {
  /** Events of each class per range of the score. A limit inside a bin treats its events as evenly spread. */
  bins: readonly DistributionBin[]
  /**
   * One cut-off (events at or above it are stopped), or two: events between them are reviewed. None shows the shape
   * alone.
   */
  thresholds?: readonly number[]
  /** Initial cut-offs, for uncontrolled use. */
  defaultThresholds?: readonly number[]
  /** Called with all cut-offs while one is moved. */
  onThresholdsChange?: (thresholds: number[]) => void
  /** The cut-off in force: shown as a dashed line while another is tried. */
  saved?: readonly number[]
  /** Shows the cut-off but does not let it be moved. */
  locked?: boolean
  /** Start of the scale. */
  min?: number
  /** End of the scale. */
  max?: number
  /** Steps of the arrow keys, Shift with arrow keys, PageUp and PageDown. */
  steps?: ThresholdSteps
  /** Lower limits of bands 2 to 5. */
  bands?: readonly [number, number, number, number]
  /** Names of the classes, instead of "Good" and "Fraud". */
  classes?: { legitimate: string; fraud: string }
  /** Omits counts and rates, for pages that show their own. */
  figuresHidden?: boolean
}

const none: readonly number[] = []
const defaultSteps: ThresholdSteps = { small: 1, large: 10, page: 50 }
const defaultBands = [200, 400, 600, 800] as const

/** Helps to choose a cut-off: each class as a share of itself, with handles that show at once what a cut-off stops. */
export function DistributionChart({
  bins,
  thresholds,
  defaultThresholds = none,
  onThresholdsChange,
  saved = none,
  locked = false,
  min = 0,
  max = 999,
  steps = defaultSteps,
  bands = defaultBands,
  classes,
  figuresHidden = false,
  summary,
  height = 280,
  ...frame
}: DistributionChartProps) {
  const intl = useIntl()
  const format = useFormat()
  const forced = useForcedColors()
  const patternId = useId()
  const [set, setThresholds] = useControllable<readonly number[]>({
    value: thresholds,
    defaultValue: defaultThresholds,
    onValueChange: values => onThresholdsChange?.([...values]),
  })
  const good = normaliseBins(bins)
  const limits = set
    .flatMap(value => (finiteOrNull(value) === null ? [] : [clamp(value, min, max)]))
    .slice(0, 2)
    .toSorted((a, b) => a - b)
  const inForce = saved.flatMap(value => (finiteOrNull(value) === null ? [] : [clamp(value, min, max)])).slice(0, 2)
  const tried = inForce.length > 0 && inForce.join() !== limits.join()
  const zones = zonesOf(good, limits, min, max)
  // Events at or above the last limit are stopped.
  const decisive = limits.at(-1)
  const confusion = decisive === undefined ? null : confusionAt(good, decisive)
  const inForceAt = inForce.at(-1)
  const label = (id: string) => intl.formatMessage({ id })
  const names = {
    legitimate: classes?.legitimate ?? label('DesignSystem.Chart.Class.Good'),
    fraud: classes?.fraud ?? label('DesignSystem.Chart.Class.Fraud'),
  }
  const series: ChartSeries[] = [
    { key: 'legitimate', label: names.legitimate, tone: 'series-2' },
    { key: 'fraud', label: names.fraud, tone: 'series-4' },
  ]
  const handles =
    limits.length === 2
      ? [label('DesignSystem.Chart.CutOff.Lower'), label('DesignSystem.Chart.CutOff.Upper')]
      : [label('DesignSystem.Chart.CutOff')]
  const zoneNames =
    limits.length === 2
      ? [
          label('DesignSystem.Chart.CutOff.Passes'),
          label('DesignSystem.Chart.CutOff.Review'),
          label('DesignSystem.Chart.CutOff.Stopped'),
        ]
      : limits.length === 1
        ? [label('DesignSystem.Chart.CutOff.Passes'), label('DesignSystem.Chart.CutOff.Stopped')]
        : []
  const percent = (value: number) => format.percent(value)
  const rates = (at: number) => {
    const found = confusionAt(good, at)
    return { detection: formatOrDash(found.detection, percent), good: formatOrDash(found.falsePositiveRate, percent) }
  }
  const total = zones.reduce(
    (all, zone) => ({ legitimate: all.legitimate + zone.legitimate, fraud: all.fraud + zone.fraud }),
    { legitimate: 0, fraud: 0 },
  )
  const sentence =
    decisive === undefined
      ? chartSentence(intl, frame.title, [
          intl.formatMessage(
            { id: 'DesignSystem.Chart.Summary.Distribution' },
            { good: total.legitimate, fraud: total.fraud },
          ),
          ...stepSentence(intl, format, {
            series: (['legitimate', 'fraud'] as const).map(key => ({
              label: names[key],
              values: good.map(bin => bin[key]),
              text: value => format.number(Math.round(value)),
              counts: true,
            })),
            nameAt: index => `${good[index]?.from ?? ''}–${good[index]?.to ?? ''}`,
            isDistribution: true,
          }),
        ])
      : limits.length === 2
        ? intl.formatMessage(
            { id: 'DesignSystem.Chart.Summary.CutOffs' },
            { low: limits[0], high: limits[1], ...rates(decisive) },
          )
        : intl.formatMessage({ id: 'DesignSystem.Chart.Summary.CutOff' }, { value: decisive, ...rates(decisive) })
  const table: ChartTable = {
    head: label('DesignSystem.Chart.Score'),
    columns: series.map(entry => ({
      key: entry.key,
      label: entry.label,
      format: value => format.number(Math.round(value)),
    })),
    rows: good.map(bin => ({
      id: String(bin.from),
      position: bin.from,
      name: `${bin.from}–${bin.to}`,
      values: { legitimate: bin.legitimate, fraud: bin.fraud },
    })),
  }
  const change = (index: number, value: number | null) => {
    if (value === null) return
    // A handle pushed against its neighbour stops there.
    setThresholds(
      limits.map((limit, i) => (i === index ? clamp(value, limits[i - 1] ?? min, limits[i + 1] ?? max) : limit)),
    )
  }

  return (
    <ChartFrame
      summaryShown={limits.length > 0}
      {...frame}
      summary={summary ?? sentence}
      series={series}
      kind={entry => (entry.key === 'fraud' ? 'hatch' : 'area')}
      height={height}
      table={table}
      steps
      controls={
        limits.length === 0 ? null : (
          <>
            <div className="flex flex-wrap items-center gap-3 pbs-2 text-sm text-fg-secondary">
              {locked ? (
                <p>
                  <FormattedMessage id="DesignSystem.Chart.CutOff.Locked" />
                </p>
              ) : (
                <>
                  {limits.map((limit, i) => (
                    <span key={i} className="flex items-center gap-2">
                      <span aria-hidden>{handles[i]}</span>
                      <NumberInput
                        aria-label={handles[i]}
                        size="sm"
                        value={limit}
                        min={limits[i - 1] ?? min}
                        max={limits[i + 1] ?? max}
                        step={steps.small}
                        maximumFractionDigits={0}
                        onValueChange={value => change(i, value)}
                        className="w-16"
                      />
                    </span>
                  ))}
                  {inForce.length === limits.length ? (
                    <Button variant="ghost" size="sm" disabled={!tried} onClick={() => setThresholds(inForce)}>
                      <FormattedMessage id="DesignSystem.Chart.CutOff.Undo" />
                    </Button>
                  ) : null}
                </>
              )}
            </div>
            {figuresHidden || confusion === null ? null : (
              <DistributionFigures
                zones={zones}
                zoneNames={zoneNames}
                classes={names}
                confusion={confusion}
                saved={inForceAt !== undefined && inForceAt !== decisive ? confusionAt(good, inForceAt) : null}
              />
            )}
          </>
        )
      }
    >
      {space => (
        <DistributionPlot
          name={frame.title}
          space={space}
          bins={good}
          series={series}
          limits={limits}
          saved={tried ? inForce : none}
          zoneNames={zoneNames}
          min={min}
          max={max}
          bands={bands}
          forced={forced}
          patternId={patternId}
          handles={box =>
            limits.length === 0 ? null : (
              <ThresholdHandles
                box={box}
                min={min}
                max={max}
                steps={steps}
                values={limits}
                onValuesChange={setThresholds}
                labels={handles}
                valueTexts={limits.map(limit =>
                  intl.formatMessage({ id: 'DesignSystem.Chart.Summary.CutOff' }, { value: limit, ...rates(limit) }),
                )}
                disabled={locked}
              />
            )
          }
        />
      )}
    </ChartFrame>
  )
}
