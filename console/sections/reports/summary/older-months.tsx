import {
  belowMd,
  Card,
  CardHeader,
  createColumns,
  type DataColumn,
  DataTable,
  downloadText,
  Heading,
  toCsv,
  useFormat,
  useMediaQuery,
} from '@assay/design-system'
import type { OlderMonths as Answer, ReportView, SummaryKpis } from '@assay/risk-service/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useAnsweredInput } from '../../../platform/api/use-answered-input.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ExportMenu } from '../export-menu.tsx'
import type { summaryInputOf } from '../report-address.ts'

type Month = Answer['months'][number]
/** They change once a month. */
const staleTime = 60 * 60_000
/** Rows that are shown without scrolling. */
const mostRows = 12
const figures: readonly (keyof SummaryKpis)[] = [
  'transactionVolume',
  'ruleApprovedRate',
  'manualReviewRate',
  'ruleRejectedRate',
  'fraudVolume',
  'fraudRate',
  'bankAcceptanceRate',
  'fraudChargebackRate',
]
const c = createColumns<Month>()

interface OlderMonthsProps {
  /** What the report is request for: its filters and its range do not apply. */
  input: ReturnType<typeof summaryInputOf>
}

/** Figures of the months before those that reports cover, frozen; nothing where there are none. */
export function OlderMonths({ input: { environmentId, environmentIds, assessment, view } }: OlderMonthsProps) {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const request = { environmentId, environmentIds, assessment, view }
  const query = useQuery(
    api.reports.olderMonths.queryOptions({ input: request, staleTime, placeholderData: keepPreviousData }),
  )
  const answered = useAnsweredInput(query, request)
  const { columns, monthText } = useMonthColumns(answered.view)
  const { data, isError, error, refetch } = query
  const title = intl.formatMessage({ id: 'Reports.OlderMonths' })
  if (isError && data === undefined)
    return (
      <Card>
        <CardHeader title={title} />
        <QueryError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data === undefined || data.months.length === 0) return null
  const shown = Math.min(mostRows, Math.max(3, data.months.length))
  return (
    // The table is opaque: without the clip it would cover the corners of its card.
    <Card className="min-w-0 overflow-clip">
      <DataTable
        label={title}
        toolbar={
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Heading level={2} size="md">
              {title}
            </Heading>
            <span className="text-xs font-normal text-fg-muted">
              <FormattedMessage id="Reports.OlderMonths.Meta" />
            </span>
          </div>
        }
        processing="client"
        gutter="card"
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={data.months}
        getRowId={({ start }) => start}
        getRowName={({ start }) => monthText(start)}
        status="ready"
        defaultView={{ sorting: [{ id: 'month', desc: true }] }}
        actions={<MonthsExport months={data.months} input={answered} />}
        // Toolbar, head and rows, and the bar that scrolls from side to side.
        {...(small ? {} : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + 6rem)` } })}
      />
    </Card>
  )
}

/** The last day of a month. @param start its first day */
function lastDayOf(start: string): string {
  const date = new Date(`${start}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return date.toISOString().slice(0, 10)
}

interface MonthsExportProps {
  /** The latest first; at least one. */
  months: readonly Month[]
  input: Pick<OlderMonthsProps['input'], 'environmentId' | 'assessment'>
}

/** Saves the figures of the months as raw numbers, once the activity log has recorded it. */
function MonthsExport({ months, input }: MonthsExportProps) {
  const intl = useIntl()
  const starts = months.map(({ start }) => start).toSorted()
  const [from = '', to = ''] = [starts[0], starts.at(-1)]
  const save = () => {
    const columns = [
      { name: 'month', value: ({ start }: Month) => start },
      ...figures.map(name => ({ name, value: ({ kpis }: Month) => kpis[name] })),
    ]
    downloadText(`older-months_${input.assessment}_${from}_${lastDayOf(to)}.csv`, toCsv(columns, months))
  }
  return (
    <ExportMenu
      name={intl.formatMessage({ id: 'Reports.OlderMonths' })}
      report="olderMonths"
      input={{ environmentId: input.environmentId, assessment: input.assessment, from, to: lastDayOf(to) }}
      files={[{ id: 'months', label: <FormattedMessage id="Reports.Export.Csv" />, rows: months.length, save }]}
    />
  )
}

function useMonthColumns(view: ReportView) {
  const intl = useIntl()
  const format = useFormat()
  const monthText = (start: string): string =>
    intl.formatDate(`${start}T00:00:00Z`, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
      numberingSystem: 'latn',
    })
  const figureText = (name: keyof SummaryKpis, value: number | null): string => {
    if (value === null) return '–'
    if (name.endsWith('Rate')) return format.percent(value)
    return view === 'amount' ? format.money(value, 'USD') : format.number(value, 0)
  }
  const columns: DataColumn<Month>[] = [
    c.custom('month', {
      labelId: 'Reports.OlderMonths.Month',
      size: 120,
      value: ({ start }) => start,
      text: ({ start }) => monthText(start),
      cell: ({ start }) => monthText(start),
    }),
    ...figures.map(name =>
      c.custom(name, {
        labelId: `Reports.Kpi.${name}`,
        size: 130,
        align: 'number',
        value: ({ kpis }) => kpis[name],
        text: ({ kpis }) => figureText(name, kpis[name]),
        cell: ({ kpis }) => (
          <span dir="ltr" className="block min-w-0 flex-1 truncate text-end tabular-nums">
            {figureText(name, kpis[name])}
          </span>
        ),
      }),
    ),
  ]
  return { columns, monthText }
}
