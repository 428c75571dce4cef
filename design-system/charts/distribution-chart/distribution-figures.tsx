import { ArrowRight } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { DirectionalIcon } from '../../primitives/directional-icon/directional-icon.tsx'
import { formatOrDash } from '../chart-frame/chart-table.tsx'
import type { Confusion, Zone } from './distribution.ts'

interface DistributionFiguresProps {
  zones: readonly Zone[]
  zoneNames: readonly string[]
  classes: { legitimate: string; fraud: string }
  confusion: Confusion
  /** Figures of the limit in force, while another one is tried. */
  saved: Confusion | null
}

const rangeDash = '–'
const rates = [
  { key: 'detection', id: 'DesignSystem.Chart.DetectionRate' },
  { key: 'falsePositiveRate', id: 'DesignSystem.Chart.FalsePositiveRate' },
  { key: 'precision', id: 'DesignSystem.Chart.Precision' },
  { key: 'fraudBelow', id: 'DesignSystem.Chart.FraudBelow' },
  { key: 'stopped', id: 'DesignSystem.Chart.StoppedShare' },
] as const

/** Effect of the cut-off, in counts and rates, while it is moved. */
export function DistributionFigures({ zones, zoneNames, classes, confusion, saved }: DistributionFiguresProps) {
  const intl = useIntl()
  const format = useFormat()
  const head = 'h-fact-row px-2 text-end text-xs font-normal text-fg-muted first:ps-0 last:pe-0'
  const cell = 'h-fact-row px-2 text-end tabular-nums first:ps-0 last:pe-0'
  return (
    <div className="grid gap-x-8 gap-y-2 pbs-3 @min-[36rem]:grid-cols-2">
      <table
        aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.Figures.Label' })}
        className="w-full border-collapse self-start text-sm text-fg"
      >
        <thead>
          <tr className="border-be border-line">
            <th scope="col" className={cn(head, 'text-start')}>
              <FormattedMessage id="DesignSystem.Chart.Figures.Outcome" />
            </th>
            <th scope="col" className={head}>
              <span dir="ltr" className="block text-end">
                <bdi>{classes.legitimate}</bdi>
              </span>
            </th>
            <th scope="col" className={head}>
              <span dir="ltr" className="block text-end">
                <bdi>{classes.fraud}</bdi>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {zones.map((zone, i) => (
            <tr key={i} className="border-be border-line-subtle last:border-be-0">
              <th scope="row" className={cn(cell, 'text-start font-normal')}>
                <span className="inline-block first-letter:uppercase">{zoneNames[i]}</span>{' '}
                <bdi dir="ltr" className="text-xs whitespace-nowrap text-fg-muted">
                  {[zone.from, zone.to].join(rangeDash)}
                </bdi>
              </th>
              <td className={cell}>
                <span dir="ltr" className="block text-end">
                  {format.number(zone.legitimate)}
                </span>
              </td>
              <td className={cn(cell, 'font-medium')}>
                <span dir="ltr" className="block text-end">
                  {format.number(zone.fraud)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="flex flex-col self-start text-sm text-fg">
        {rates.map(({ key, id }) => (
          <div key={key} className="flex h-fact-row items-center gap-2 border-be border-line-subtle last:border-be-0">
            <dt className="min-w-0 truncate text-fg-secondary">
              <FormattedMessage id={id} />
            </dt>
            <dd className="ms-auto flex items-center gap-2 tabular-nums">
              {saved === null ? null : (
                <>
                  <bdi dir="ltr" className="text-fg-muted">
                    {formatOrDash(saved[key], value => format.percent(value))}
                  </bdi>
                  <DirectionalIcon icon={ArrowRight} size={12} className="text-fg-muted" />
                </>
              )}
              <bdi dir="ltr" className="font-medium">
                {formatOrDash(confusion[key], value => format.percent(value))}
              </bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
