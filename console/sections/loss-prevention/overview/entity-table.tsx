import {
  belowMd,
  Card,
  createColumns,
  DataTable,
  Heading,
  Input,
  Pagination,
  useFormat,
  useMediaQuery,
} from '@assay/design-system'
import {
  type LossEntityKind,
  type LossKindSummary,
  lossLevels,
  lossThresholds,
  type RankedLossEntity,
} from '@assay/risk-service/contract'
import { useId, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LevelBadge } from '../level-badge.tsx'

interface EntityTableProps {
  kind: LossEntityKind
  /** Undefined until it has arrived. */
  summary: LossKindSummary | undefined
  hrefOf: (id: string) => string
  /** The page that is shown, counted from 1. */
  page: number
  onPageChange: (page: number) => void
}

const c = createColumns<RankedLossEntity>()
/** Rows that are shown without scrolling. */
const mostRows = 12
const pageSize = 50

type SortKey = { id: string; desc: boolean }
const sortValues: Readonly<Record<string, (row: RankedLossEntity) => string | number>> = {
  id: row => row.id,
  maxScore: row => row.maxScore,
  band: row => row.maxScore,
  // The strongest is the first of the levels.
  level: row => -lossLevels.indexOf(row.level),
  averageScore: row => row.averageScore,
  scoreCount: row => row.scoreCount,
  anomalousMonths: row => row.anomalousMonths,
}

/** Sorts all rows, of which a page is a part; equal ones stay in the order of the report. */
function sortRows(rows: readonly RankedLossEntity[], sorting: readonly SortKey[]): readonly RankedLossEntity[] {
  return sorting.toReversed().reduce<readonly RankedLossEntity[]>((sorted, { id, desc }) => {
    const valueOf = sortValues[id]
    if (!valueOf) return sorted
    return sorted.toSorted((left, right) => {
      const [one, other] = desc ? [valueOf(right), valueOf(left)] : [valueOf(left), valueOf(right)]
      return one < other ? -1 : one > other ? 1 : 0
    })
  }, rows)
}

/** Staff or terminals by their highest score. An id leads to its reasons. */
export function EntityTable({ kind, summary, hrefOf, page, onPageChange }: EntityTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const small = useMediaQuery(belowMd)
  const headingId = useId()
  const [search, setSearch] = useState('')
  const [sorting, setSorting] = useState<readonly SortKey[]>([{ id: 'maxScore', desc: true }])
  const threshold = lossThresholds[kind]
  const columns = useMemo(
    () => [
      c.idLink('id', {
        sortable: true,
        labelId: `LossPrevention.Column.${kind}`,
        value: row => row.id,
        href: row => hrefOf(row.id),
      }),
      c.score('maxScore', {
        sortable: true,
        size: 150,
        labelId: 'LossPrevention.Column.maxScore',
        value: row => row.maxScore,
      }),
      c.choice('band', {
        sortable: true,
        labelId: 'LossPrevention.Column.band',
        value: ({ maxScore }) => (maxScore >= threshold ? 'veryLikely' : 'unlikely'),
        names: {
          veryLikely: intl.formatMessage({ id: 'LossPrevention.Band.veryLikely' }, { from: threshold }),
          unlikely: intl.formatMessage({ id: 'LossPrevention.Band.unlikely' }, { to: threshold - 1 }),
        },
        size: 240,
      }),
      c.custom('level', {
        sortable: true,
        labelId: 'LossPrevention.Column.level',
        value: row => row.level,
        cell: ({ level }) => <LevelBadge level={level} />,
      }),
      c.number('averageScore', {
        sortable: true,
        size: 150,
        labelId: 'LossPrevention.Column.averageScore',
        value: ({ averageScore }) => Math.round(averageScore),
      }),
      c.number('scoreCount', {
        sortable: true,
        size: 150,
        labelId: 'LossPrevention.Column.scoreCount',
        value: row => row.scoreCount,
      }),
      c.number('anomalousMonths', {
        sortable: true,
        labelId: 'LossPrevention.Column.anomalousMonths',
        value: row => row.anomalousMonths,
      }),
    ],
    [kind, hrefOf, intl, threshold],
  )
  const term = search.trim().toLowerCase()
  const found = sortRows(
    (summary?.top ?? []).filter(({ id }) => id.toLowerCase().includes(term)),
    sorting,
  )
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize))
  const current = Math.min(page, pageCount)
  const first = (current - 1) * pageSize
  const rows = found.slice(first, first + pageSize)
  const shown = Math.min(mostRows, Math.max(3, rows.length))
  const title = intl.formatMessage({ id: `LossPrevention.Top.${kind}` })
  const searchLabel = intl.formatMessage({ id: 'LossPrevention.Search' })
  return (
    <Card className="min-w-0 overflow-clip">
      <DataTable
        label={title}
        toolbar={
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <Heading level={2} size="md" id={headingId} tabIndex={-1}>
              {title}
            </Heading>
            {summary ? (
              <span className="text-xs text-fg-muted">
                <FormattedMessage
                  id="LossPrevention.Figures"
                  values={{
                    ids: summary.uniqueIds,
                    scores: summary.scoreCount,
                    average: format.number(summary.averageScore ?? 0, 0),
                  }}
                />
              </span>
            ) : null}
            <Input
              size="sm"
              type="search"
              className="w-[12rem]"
              aria-label={searchLabel}
              placeholder={searchLabel}
              value={search}
              onChange={event => {
                setSearch(event.target.value)
                if (page !== 1) onPageChange(1)
              }}
            />
          </div>
        }
        processing="server"
        sorting={sorting}
        onSortingChange={next => {
          setSorting(next)
          if (page !== 1) onPageChange(1)
        }}
        gutter="card"
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        getRowName={({ id }) => id}
        status={summary === undefined ? 'loading' : rows.length === 0 ? 'empty' : 'ready'}
        message={
          <p className="px-4 text-fg-muted">
            <FormattedMessage id="LossPrevention.NoScores" />
          </p>
        }
        footerEnd={
          pageCount > 1 ? (
            <Pagination
              page={current}
              pageCount={pageCount}
              onPageChange={onPageChange}
              range={{ from: first + 1, to: first + rows.length, total: found.length }}
              headingId={headingId}
            />
          ) : undefined
        }
        {...(small
          ? {}
          : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + ${pageCount > 1 ? 8.5 : 6}rem)` } })}
      />
    </Card>
  )
}
