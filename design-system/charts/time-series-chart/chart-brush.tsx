import * as Slider from 'radix-ui/slider'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Combobox } from '../../forms/combobox/combobox.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { axisWidth } from '../plot/chart-plot.tsx'
import { extent } from '../plot/numbers.ts'
import type { Values } from '../sampling/m4.ts'

interface ChartBrushProps {
  /** The values of the whole period, drawn small. */
  values: Values
  times: Readonly<Float64Array>
  /** Writes the name of a bucket. */
  name: (time: number) => string
  range: readonly [number, number]
  onRangeChange: (range: [number, number]) => void
}

const height = 32
/** More columns than this are no longer told apart: each is the highest of several buckets. */
const maxColumns = 240

/** The columns from one bucket to another, the last not included, as one path with a bucket as its unit. */
function columnPath(values: Values, from: number, to: number, most: number): string {
  const size = Math.ceil(values.length / maxColumns)
  let path = ''
  for (let start = from; start < to; start += size) {
    const end = Math.min(start + size, to)
    const high = Math.max(0, extent(values.subarray(start, end))?.high ?? 0)
    const top = height - (most > 0 ? (high / most) * (height - 4) : 0)
    path += `M${start + 0.1 * size} ${height}V${top.toFixed(2)}H${end - 0.1 * size}V${height}Z`
  }
  return path
}

/**
 * Selects a part of the period of a chart: two handles over the whole of it, and two fields that do the same by text.
 */
export function ChartBrush({ values, times, name: nameAt, range, onRangeChange }: ChartBrushProps) {
  const intl = useIntl()
  const last = values.length - 1
  const most = extent(values)?.high ?? 0
  // A field needs the names of 50,000 buckets when it is used, which most brushes never are.
  const [used, setUsed] = useState<number>()
  const isUsed = used !== undefined
  const all = useMemo(
    () => (isUsed ? Array.from(times, (time, i) => ({ value: String(i), label: nameAt(time) })) : []),
    [times, nameAt, isUsed],
  )
  const labelAt = (i: number) => nameAt(times[i] ?? Number.NaN)
  const name = (id: string) =>
    `${intl.formatMessage({ id: 'DesignSystem.Chart.Brush.Label' })}: ${intl.formatMessage({ id })}`
  const isFullRange = range[0] === 0 && range[1] === last
  const fields = [
    {
      id: 'DesignSystem.Chart.Brush.From',
      at: 0,
      pick: (i: number): [number, number] => [Math.min(i, range[1]), range[1]],
    },
    {
      id: 'DesignSystem.Chart.Brush.To',
      at: 1,
      pick: (i: number): [number, number] => [range[0], Math.max(i, range[0])],
    },
  ] as const
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.Brush.Label' })}
      data-slot="chart-brush"
      className="flex flex-col gap-2 pbs-2"
    >
      <div dir="ltr" className="relative" style={{ marginInlineStart: axisWidth, blockSize: height }}>
        <svg
          aria-hidden
          preserveAspectRatio="none"
          viewBox={`0 0 ${Math.max(1, values.length)} ${height}`}
          className="absolute inset-0 size-full rounded-mark bg-surface-sunken"
        >
          {[
            [0, range[0], 'var(--ds-border)'] as const,
            [range[0], range[1] + 1, 'var(--ds-border-strong)'] as const,
            [range[1] + 1, values.length, 'var(--ds-border)'] as const,
          ].map(([from, to, fill], i) => (
            <path key={i} d={columnPath(values, from, to, most)} fill={fill} />
          ))}
        </svg>
        <Slider.Root
          dir="ltr"
          min={0}
          max={last}
          step={1}
          value={[...range]}
          onValueChange={([from = 0, to = last]) => onRangeChange([from, to])}
          className="absolute inset-0 touch-none"
        >
          <Slider.Track className="absolute inset-0">
            <Slider.Range className="absolute h-full border border-accent-border bg-transparent" />
          </Slider.Track>
          {fields.map(field => (
            <Slider.Thumb
              key={field.id}
              aria-label={name(field.id)}
              aria-valuetext={labelAt(range[field.at])}
              className={cn(
                'relative block w-0 cursor-ew-resize rounded-mark outline-none',
                'before:absolute before:inset-y-0 before:-inset-x-3',
                'after:absolute after:-inset-x-1 after:inset-y-2 after:rounded-mark after:border-2 after:border-accent after:bg-surface focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus',
              )}
              style={{ blockSize: height }}
            />
          ))}
        </Slider.Root>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-xs text-fg-secondary">
        {fields.map(field => (
          <span key={field.id} className="flex items-center gap-2 @max-[32rem]:w-full">
            <span aria-hidden className="@max-[32rem]:w-8 @max-[32rem]:shrink-0">
              <FormattedMessage id={field.id} />
            </span>
            <Combobox
              aria-label={name(field.id)}
              size="sm"
              options={used === field.at ? all : [{ value: String(range[field.at]), label: labelAt(range[field.at]) }]}
              value={String(range[field.at])}
              onFocus={() => setUsed(field.at)}
              onValueChange={value => {
                if (value !== '') onRangeChange(field.pick(Number(value)))
              }}
              className="w-nav @max-[32rem]:w-auto @max-[32rem]:flex-1"
            />
          </span>
        ))}
        <Button variant="ghost" size="sm" disabled={isFullRange} onClick={() => onRangeChange([0, last])}>
          <FormattedMessage id="DesignSystem.Chart.Brush.Reset" />
        </Button>
      </div>
    </div>
  )
}
