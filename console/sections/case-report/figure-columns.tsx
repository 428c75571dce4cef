import { createColumns, type DataColumn } from '@assay/design-system'
import type { ReportLink } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { NumberLink } from './number-link.tsx'
import { useReportHref } from './report-links.ts'
import { type FigureUnit, useFigureText } from './use-figure-text.ts'

const missingMark = '–'

/** A column of figures: its id, the message that names it, what it counts, the figure of a row, and what is special. */
export type FigureColumn<Row> = readonly [
  id: string,
  labelId: string,
  unit: FigureUnit,
  value: (row: Row) => number | null,
  options?: {
    /** Shown on request. */
    hidden?: true
    /** The cases behind the number. */
    link?: (row: Row) => ReportLink
  },
]
/** Pixels of a column: of its cells, and of its name with the arrow of the order. */
/** Least width of a column; an amount has its currency before it. */
const leastSize = 96
const leastAmountSize = 136
const sizeOf = (name: string, unit: FigureUnit) =>
  Math.max(unit === 'cents' ? leastAmountSize : leastSize, name.length * 7 + 44)

/** Creates columns of figures: aligned at the end, sorted largest first, null as a dash. */
export function useFigureColumns() {
  const intl = useIntl()
  const { text } = useFigureText()
  const searchHref = useReportHref()
  return useMemo(
    () =>
      <Row,>(rowName: (row: Row) => string, columns: readonly FigureColumn<Row>[]): DataColumn<Row>[] => {
        const c = createColumns<Row>()
        return columns.map(([id, labelId, unit, value, { hidden = false, link } = {}]) => ({
          ...c.custom(id, {
            labelId,
            size: sizeOf(intl.formatMessage({ id: labelId }), unit),
            initiallyHidden: hidden,
            align: 'number',
            control: link !== undefined,
            value,
            text: row => text(unit, value(row), true) ?? missingMark,
            cell: (row, { tabIndex }) => {
              const figure = text(unit, value(row), true)
              return (
                <NumberLink
                  text={figure}
                  href={value(row) && link ? searchHref(link(row)) : undefined}
                  label={intl.formatMessage({ id: 'CaseReport.Open' }, { label: `${rowName(row)} ${figure ?? ''}` })}
                  tabIndex={tabIndex}
                />
              )
            },
          }),
          sortDescFirst: true,
        }))
      },
    [intl, text, searchHref],
  )
}
