import { downloadText, toCsv } from '@assay/design-system'
import type { ThreatsReport } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { ExportMenu } from '../export-menu.tsx'
import type { ThreatsQuery } from './threats-address.ts'

interface ThreatsExportProps {
  /** Undefined until it has arrived. */
  report: ThreatsReport | undefined
  input: ThreatsQuery
  fileName: string
}

const figures = ['volume', 'share', 'fraudVolume', 'fraudShare', 'fraudRate'] as const

function valuesCsv({ entity }: ThreatsReport): string {
  const rows = [...entity.rows, ...(entity.others ? [{ value: 'others', ...entity.others }] : [])]
  return toCsv(
    [
      { name: entity.attribute, value: (index: number) => rows[index]?.value ?? '' },
      ...figures.map(name => ({ name, value: (index: number) => rows[index]?.[name] ?? null })),
    ],
    [...rows.keys()],
  )
}

function periodsCsv({ periods, series, distributions }: ThreatsReport): string {
  const { transactions, fraud, fraudByReceived } = series
  return toCsv(
    [
      { name: 'period', value: (index: number) => periods[index]?.start ?? '' },
      { name: 'transactions.volume', value: (index: number) => transactions[index]?.volume ?? null },
      ...Object.entries({ fraud, fraudByReceived }).flatMap(([name, items]) => [
        { name: `${name}.volume`, value: (index: number) => items[index]?.volume ?? null },
        { name: `${name}.rate`, value: (index: number) => items[index]?.rate ?? null },
      ]),
      ...Object.entries(distributions).flatMap(([name, { values, volumes }]) =>
        values.map((value, place) => ({
          name: `${name}.${value}`,
          value: (index: number) => volumes[index]?.[place] ?? null,
        })),
      ),
    ],
    [...periods.keys()],
  )
}

/** Saves the figures of the values or those by period as a file, or prints the page. */
export function ThreatsExport({ report, input, fileName }: ThreatsExportProps) {
  const intl = useIntl()
  return (
    <ExportMenu
      name={intl.formatMessage({ id: 'Reports.Threats' })}
      report="threats"
      input={input}
      files={
        report === undefined
          ? []
          : [
              {
                id: 'values',
                label: <FormattedMessage id="Reports.Threats.Export" />,
                rows: report.entity.rows.length + (report.entity.others ? 1 : 0),
                save: () => downloadText(`${fileName}.csv`, valuesCsv(report)),
              },
              {
                id: 'periods',
                label: <FormattedMessage id="Reports.Export.Csv" />,
                rows: report.periods.length,
                save: () => downloadText(`${fileName}_periods.csv`, periodsCsv(report)),
              },
            ]
      }
    />
  )
}
