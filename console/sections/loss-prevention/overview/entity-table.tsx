import { belowMd, Card, createColumns, DataTable, Heading, Input, useFormat, useMediaQuery } from '@assay/design-system'
import {
  type LossEntityKind,
  type LossKindSummary,
  lossThresholds,
  type RankedLossEntity,
} from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LevelBadge } from '../level-badge.tsx'

interface EntityTableProps {
  kind: LossEntityKind
  /** Undefined until it has arrived. */
  summary: LossKindSummary | undefined
  hrefOf: (id: string) => string
}

const c = createColumns<RankedLossEntity>()
/** Rows that are shown without scrolling. */
const mostRows = 12

/** Staff or terminals by their highest score. An id leads to its reasons. */
export function EntityTable({ kind, summary, hrefOf }: EntityTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const small = useMediaQuery(belowMd)
  const [search, setSearch] = useState('')
  const threshold = lossThresholds[kind]
  const columns = useMemo(
    () => [
      c.idLink('id', { labelId: `LossPrevention.Column.${kind}`, value: row => row.id, href: row => hrefOf(row.id) }),
      c.score('maxScore', { labelId: 'LossPrevention.Column.maxScore', value: row => row.maxScore }),
      c.choice('band', {
        labelId: 'LossPrevention.Column.band',
        value: ({ maxScore }) => (maxScore >= threshold ? 'veryLikely' : 'unlikely'),
        names: {
          veryLikely: intl.formatMessage({ id: 'LossPrevention.Band.veryLikely' }, { from: threshold }),
          unlikely: intl.formatMessage({ id: 'LossPrevention.Band.unlikely' }, { to: threshold - 1 }),
        },
        size: 240,
      }),
      c.custom('level', {
        labelId: 'LossPrevention.Column.level',
        value: row => row.level,
        cell: ({ level }) => <LevelBadge level={level} />,
      }),
      c.number('averageScore', {
        size: 150,
        labelId: 'LossPrevention.Column.averageScore',
        value: ({ averageScore }) => Math.round(averageScore),
      }),
      c.number('scoreCount', { labelId: 'LossPrevention.Column.scoreCount', value: row => row.scoreCount }),
      c.number('anomalousMonths', {
        labelId: 'LossPrevention.Column.anomalousMonths',
        value: row => row.anomalousMonths,
      }),
    ],
    [kind, hrefOf, intl, threshold],
  )
  const term = search.trim().toLowerCase()
  const rows = (summary?.top ?? []).filter(({ id }) => id.toLowerCase().includes(term))
  const shown = Math.min(mostRows, Math.max(3, rows.length))
  const title = intl.formatMessage({ id: `LossPrevention.Top.${kind}` })
  const searchLabel = intl.formatMessage({ id: 'LossPrevention.Search' })
  return (
    <Card className="min-w-0 overflow-clip">
      <DataTable
        label={title}
        toolbar={
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <Heading level={2} size="md">
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
              onChange={event => setSearch(event.target.value)}
            />
          </div>
        }
        processing="client"
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
        defaultView={{ sorting: [{ id: 'maxScore', desc: true }] }}
        {...(small ? {} : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + 6rem)` } })}
      />
    </Card>
  )
}
