import { cn, useFormat } from '@assay/design-system'
import type { UsageMonth } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'

/** Of the tallest column, in pixels. */
const plotHeight = 112

interface MonthColumnsProps {
  /** Names the list of columns. */
  label: string
  months: readonly UsageMonth[]
  /** Address of the details of a month. */
  hrefOf: (month: UsageMonth) => string
}

/** What was purchased for each month of a cycle beside what was used. A column leads to the details of its month. */
export function MonthColumns({ label, months, hrefOf }: MonthColumnsProps) {
  const intl = useIntl()
  const format = useFormat()
  const top = Math.max(1, ...months.map(({ purchased, used }) => Math.max(purchased ?? 0, used)))
  const heightOf = (units: number) => `${(units / top) * 100}%`
  const nameOf = ({ from }: UsageMonth, year: 'numeric' | undefined) =>
    intl.formatDate(`${from}T12:00:00Z`, { month: 'short', timeZone: 'UTC', ...(year === undefined ? {} : { year }) })
  return (
    <ul aria-label={label} tabIndex={-1} className="flex min-w-0 gap-1 overflow-x-auto pbs-2">
      {months.map((month, index) => {
        const { purchased, used, state } = month
        const isAbove = purchased !== null && used > purchased && state !== 'future'
        const text = intl.formatMessage(
          { id: purchased === null ? 'Usage.Month' : 'Usage.Month.Purchased' },
          { month: nameOf(month, 'numeric'), used, purchased: purchased ?? 0 },
        )
        return (
          <li
            key={month.month}
            className="flex min-w-[2.75rem] flex-1 flex-col items-stretch gap-1 text-center text-xs"
          >
            <Link
              to={hrefOf(month)}
              aria-label={text}
              className="group rounded-control focus-ring hover:bg-surface-hover"
            >
              <span
                aria-hidden
                className={cn('block h-4 tabular-nums', isAbove ? 'font-semibold text-fg' : 'text-fg-muted')}
              >
                {used > 0 ? format.compact(used) : null}
              </span>
              <span
                aria-hidden
                className="flex items-end justify-center gap-0.5 border-be border-line"
                style={{ blockSize: plotHeight }}
              >
                {purchased === null ? null : (
                  <span
                    className={cn('w-4 border border-be-0 border-line-strong', state === 'future' && 'border-dashed')}
                    style={{ blockSize: heightOf(purchased) }}
                  />
                )}
                <span
                  className={cn(
                    'w-4 border border-be-0 system-outline',
                    isAbove ? 'border-fg-secondary bg-fg-secondary' : 'border-line-strong bg-line',
                    state === 'running' && 'border-dashed',
                    used === 0 && 'invisible',
                  )}
                  style={{ blockSize: heightOf(used) }}
                />
              </span>
            </Link>
            <span aria-hidden className={cn('whitespace-nowrap text-fg-muted', index % 2 === 1 && 'max-lg:invisible')}>
              {nameOf(month, index === 0 || month.month.endsWith('-01') ? 'numeric' : undefined)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** What the columns mean. */
export function MonthLegend({ text }: { text: (id: string) => string }) {
  const marks = [
    ['Usage.Purchased', 'border border-line-strong'],
    ['Usage.Used', 'border border-line-strong bg-line'],
    ['Usage.AboveShare', 'border border-fg-secondary bg-fg-secondary'],
  ] as const
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-fg-secondary">
      {marks.map(([id, mark]) => (
        <li key={id} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-3 system-outline', mark)} />
          {text(id)}
        </li>
      ))}
    </ul>
  )
}
