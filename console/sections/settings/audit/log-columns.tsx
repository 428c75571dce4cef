import { createColumns, type DataColumn } from '@assay/design-system'
import { type LogColumn, type LogRow, logColumns } from '@assay/risk-service/contract'
import type { useLogNames } from '../log-names.ts'
import { fieldMessage } from '../log-names.ts'

const c = createColumns<LogRow>()
const sortable = true
const filter = false

/** Columns of the log. Those of ids are hidden at first. */
export function tableColumns(
  names: ReturnType<typeof useLogNames>,
  { hrefOf, tenant }: { hrefOf: (row: LogRow) => string; tenant: string },
): DataColumn<LogRow>[] {
  const text = (id: LogColumn, value: (row: LogRow) => string, options: { size?: number; hidden?: boolean } = {}) =>
    c.text(id, {
      labelId: fieldMessage(id),
      sortable,
      filter,
      value,
      ...(options.size === undefined ? {} : { size: options.size }),
      ...(options.hidden ? { initiallyHidden: true, mono: true } : {}),
    })
  return [
    c.dateTime('timestamp', { labelId: fieldMessage('timestamp'), sortable, filter, size: 200, value: row => row.at }),
    text('operationType', row => names.operation(row.operation), { size: 120 }),
    text('resourceType', row => names.resource(row.resourceType), { size: 160 }),
    text('resourceName', row => row.resourceName, { size: 166 }),
    text('changedBy', row => row.actorName, { size: 140 }),
    text('environmentName', row => (row.environmentId === null ? tenant : (row.environmentName ?? '')), { size: 140 }),
    text('assessmentName', row => names.assessment(row), { size: 130 }),
    c.idLink('logId', {
      labelId: fieldMessage('logId'),
      sortable,
      filter,
      rowHeader: true,
      size: 130,
      value: row => row.id,
      href: hrefOf,
    }),
    text('changedById', row => row.actorId, { hidden: true }),
    text('resourceId', row => row.resourceId, { hidden: true }),
    text('environmentId', row => row.environmentId ?? '', { hidden: true }),
    text('assessmentId', row => row.assessmentId ?? '', { hidden: true }),
  ]
}

const values: Readonly<Record<LogColumn, (row: LogRow) => string>> = {
  timestamp: row => row.at,
  logId: row => row.id,
  changedById: row => row.actorId,
  changedBy: row => row.actorName,
  operationType: row => row.operation,
  resourceType: row => row.resourceType,
  resourceName: row => row.resourceName,
  resourceId: row => row.resourceId,
  assessmentName: row => row.assessmentName ?? '',
  assessmentId: row => row.assessmentId ?? '',
  environmentName: row => row.environmentName ?? '',
  environmentId: row => row.environmentId ?? '',
}

/** The loaded rows in the order of a column; entries of one value stay newest first. */
export function sortLoaded(rows: readonly LogRow[], sorting: { id: string; desc: boolean } | null): readonly LogRow[] {
  const column = logColumns.find(each => each === sorting?.id)
  if (column === undefined || sorting === null || (column === 'timestamp' && sorting.desc)) return rows
  const direction = sorting.desc ? -1 : 1
  const value = values[column]
  return rows.toSorted((a, b) => direction * value(a).localeCompare(value(b)))
}
