import { Card, CardHeader, type DataColumn, SimpleTable } from '@assay/design-system'
import type { EventRow, LinkAnalysis, LinkedCase, LinkedEvent, LinkTable } from '@assay/risk-service/contract'
import { type ReactNode, useCallback, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { LinkChoice } from './link-chips.tsx'
import { LinkExport, type LinkQuery } from './link-export.tsx'
import { LinkedBulk } from './linked-bulk.tsx'
import { useLinkedColumns } from './linked-columns.tsx'

interface LinkedTablesProps {
  /** The event whose links these are. */
  origin: EventRow
  /** The chosen values, to whose positions the links refer. */
  attributes: readonly LinkChoice[]
  analysis: LinkAnalysis
  query: LinkQuery
}

/** Cases in review, decided cases and other events that share values with an event. */
export function LinkedTables({ origin, attributes, analysis, query }: LinkedTablesProps) {
  const { open, decided, others, complete } = analysis
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const onTick = useCallback((entry: LinkedCase, checked: boolean) => {
    setTicked(now => {
      const next = new Set(now)
      if (checked) next.add(entry.case.id)
      else next.delete(entry.case.id)
      return next
    })
  }, [])
  const columns = useLinkedColumns(origin.eventType, attributes, { ticked, onTick })
  const entries = open.rows.filter(entry => ticked.has(entry.case.id) && entry.refusal === null)
  return (
    <>
      {complete ? null : (
        <p className="text-sm text-fg-secondary">
          <FormattedMessage id="Review.Links.Incomplete" />
        </p>
      )}
      <LinkedTable
        titleId="Review.Links.Open"
        table="open"
        query={query}
        group={open}
        columns={columns.open}
        ticked={entries.map(({ row }) => row.eventId)}
      >
        <LinkedBulk origin={origin} entries={entries} onFinished={setTicked} />
      </LinkedTable>
      <LinkedTable
        titleId="Review.Links.Decided"
        table="decided"
        query={query}
        group={decided}
        columns={columns.decided}
      />
      <LinkedTable titleId="Review.Links.Others" table="others" query={query} group={others} columns={columns.others} />
    </>
  )
}

interface LinkedTableProps<Row extends LinkedEvent> {
  titleId: string
  group: { total: number; rows: readonly Row[] }
  columns: readonly DataColumn<Row>[]
  query: LinkQuery
  table: LinkTable
  /** Events that are exported in place of all. */
  ticked?: readonly string[]
  children?: ReactNode
}

function LinkedTable<Row extends LinkedEvent>({
  titleId,
  group: { total, rows },
  columns,
  query,
  table,
  ticked = [],
  children,
}: LinkedTableProps<Row>) {
  const intl = useIntl()
  return (
    <Card className="overflow-x-auto">
      <CardHeader
        title={<FormattedMessage id={titleId} />}
        actions={
          rows.length === 0 ? undefined : (
            <LinkExport query={query} table={table} name={intl.formatMessage({ id: titleId })} ticked={ticked} />
          )
        }
        meta={
          rows.length === 0 ? undefined : (
            <FormattedMessage id="Review.Linked.Shown" values={{ shown: rows.length, total }} />
          )
        }
      />
      {children}
      {rows.length === 0 ? (
        <p className="px-4 pbe-4 text-sm text-fg-muted">
          <FormattedMessage id="Review.Links.NoneOfThese" />
        </p>
      ) : (
        <SimpleTable
          label={intl.formatMessage({ id: titleId })}
          columns={columns}
          rows={rows}
          getRowId={({ row }) => row.eventId}
        />
      )}
    </Card>
  )
}
