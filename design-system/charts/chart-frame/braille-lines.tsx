import { useIntl } from 'react-intl'
import { CopyButton } from '../../data-display/copyable-id/copyable-id.tsx'
import { useRovingFocus } from '../../lib/use-roving-focus.ts'
import { brailleLine } from '../braille/braille-line.ts'
import { extent, finiteOrNull } from '../plot/numbers.ts'
import type { ChartTable } from './chart-table.tsx'

/**
 * The course of each series as a line of braille patterns, to be read with the fingers. Speech says its name with
 * count, minimum and maximum, as of a picture, and not forty symbols; a braille display shows the patterns themselves
 * (`aria-braillelabel` of WAI-ARIA 1.3). One tab stop for all lines; the arrow keys walk them.
 */
export function BrailleLines({ table: { columns, rows } }: { table: ChartTable }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'DesignSystem.Chart.Braille' })
  const lines = columns.flatMap(({ key, label, format }) => {
    const values = rows.map(row => finiteOrNull(row.values[key]))
    const range = extent(values)
    if (range === null) return []
    const name = intl.formatMessage(
      { id: 'DesignSystem.Chart.Braille.Line' },
      {
        series: label,
        count: values.filter(value => value !== null).length,
        low: format(range.low),
        high: format(range.high),
      },
    )
    return [{ key, name, line: brailleLine(values) }]
  })
  const { containerProps, itemProps } = useRovingFocus({
    items: lines.map(({ key }) => key),
    axis: 'block',
    loop: false,
  })
  if (lines.length === 0) return null
  return (
    <section
      aria-label={title}
      data-slot="chart-braille"
      className="border-be border-line-subtle px-2 pbe-2 print:hidden"
    >
      <div className="flex items-center gap-1 text-xs text-fg-muted">
        <span aria-hidden>{title}</span>
        <CopyButton label={title} value={lines.map(({ name, line }) => `${name}\n${line}`).join('\n')} size="sm" />
      </div>
      <ul className="grid gap-1" {...containerProps}>
        {lines.map(({ key, name, line }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-3">
            {/* eslint-disable-next-line jsx-a11y-x/role-supports-aria-props -- of WAI-ARIA 1.3, for every role */}
            <span
              {...itemProps(key)}
              role="img"
              aria-label={name}
              aria-braillelabel={line}
              dir="ltr"
              className="rounded-mark font-mono text-md leading-none wrap-anywhere focus-ring"
            >
              {/* The patterns are in no language; the name around them is. */}
              <span aria-hidden lang="zxx">
                {line}
              </span>
            </span>
            <span aria-hidden className="text-2xs text-fg-muted">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
