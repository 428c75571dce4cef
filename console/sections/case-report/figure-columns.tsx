import { createColumns, type DataColumn } from '@assay/design-system'
import type { ReportLink } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { NumberLink } from './number-link.tsx'
import { useReportHref } from './report-links.ts'
import { type FigureUnit, useFigureText } from './use-figure-text.ts'

const missingMark = '–'

type ColumnOptions = Parameters<ReturnType<typeof createColumns>['text']>[1]

type FigureOptions<Row> = Pick<ColumnOptions, 'size' | 'initiallyHidden'> & {
  labelId: string
  value: (row: Row) => number | null
  unit: FigureUnit
  /** The cases behind the number. */
  link?: (row: Row) => ReportLink
  /** Name of the row, for the link. */
  rowName?: (row: Row) => string
}

/** Creates columns of figures: aligned at the end, sorted largest first, null as a dash. */
export function useFigureColumns() {
  const intl = useIntl()
  const { text } = useFigureText()
  const searchHref = useReportHref()
  return useMemo(() => {
    const figure = <Row,>(id: string, options: FigureOptions<Row>): DataColumn<Row> => {
      const { value, unit, link, rowName } = options
      const column = createColumns<Row>().custom(id, {
        size: 96,
        ...options,
        align: 'number',
        control: link !== undefined,
        value,
        text: row => text(unit, value(row)) ?? missingMark,
        cell: (row, { tabIndex }) => {
          const found = value(row)
          return (
            <NumberLink
              text={text(unit, found)}
              href={found === null || found === 0 || !link ? undefined : searchHref(link(row))}
              label={intl.formatMessage(
                { id: 'CaseReport.Open' },
                { label: [rowName?.(row), text(unit, found)].filter(Boolean).join(' ') },
              )}
              tabIndex={tabIndex}
            />
          )
        },
      })
      return { ...column, sortDescFirst: true }
    }
    return figure
  }, [intl, text, searchHref])
}
