import type { RetailEntity, RetailIssue } from '../../../contract/index.ts'
import type { RetailRecord } from '../../../ports/retail-connector.ts'
import { isSensitive } from '../../../upload-files/cells/sensitive-cell.ts'
import { RowCheck } from '../../../upload-files/check/row-check.ts'
import { findEntity, type UploadColumn } from '../../../upload-files/entities/entities.ts'
import { IssueList } from '../../../upload-files/issues/issue-list.ts'
import { issueMessage, shownValue } from '../../../upload-files/issues/issues.ts'
import { optionalRetailColumns, retailColumns } from '../../loss-prevention/transactions/retail-rows.ts'
import type { RetailStorage } from '../../loss-prevention/transactions/retail-storages.ts'
import { cellOf } from './row-cells.ts'

/** The column with the time of a change, which is checked, too. */
const timeColumn = 'SYNCSTARTDATETIME'

export interface CheckedPage<Value> {
  /** The rows without faults, of each key the latest one. */
  values: Value[]
  /** Rows with faults. */
  refused: number
  issues: RetailIssue[]
  /** A column of the page has full card numbers or social security numbers: nothing of it may be stored. */
  isSensitive: boolean
  /** The latest time of a change. */
  latest: string | null
  /** The earliest time of a change. */
  earliest: string | null
}

/** Checks the rows of a page like those of an uploaded file, and as the store needs them. A row with a fault is left out. */
export function checkPage<Value>(
  entity: RetailEntity,
  rows: readonly RetailRecord[],
  { map, keyOf }: Pick<RetailStorage<Value>, 'map' | 'keyOf'>,
  now: Date,
): CheckedPage<Value> {
  const columns = columnsOf(entity)
  const names = columns.map(({ name }) => name)
  const definition = findEntity(entity)
  if (definition === undefined) throw new Error(`There is no entity ${entity}.`)
  const found = new IssueList()
  const check = new RowCheck(
    {
      entity: definition,
      head: { delimiter: ',', lineEnd: '\n', hasHeader: false, columns: names, rows: [] },
      mapping: Object.fromEntries(names.map(name => [name, name])),
      now: now.getTime(),
    },
    found,
  )
  const values = new Map<string, Value>()
  const keys: string[] = []
  const issues: RetailIssue[] = []
  let refused = 0
  let latest: string | null = null
  let earliest: string | null = null
  for (const [index, row] of rows.entries()) {
    const cells = columns.map(column => cellOf(row[column.name], column))
    const cell = (name: string) => cells[names.indexOf(name)] ?? ''
    keys.push(keyColumns.map(cell).filter(Boolean).map(shownValue).join(' / '))
    latest = later(latest, cell(timeColumn), now)
    earliest = earlier(earliest, cell(timeColumn))
    const before = found.errors
    check.check(cells, index + 1)
    if (found.errors > before) {
      refused += 1
      continue
    }
    const value = map(Object.fromEntries(names.map((name, at) => [name, cells[at]])))
    if (!Array.isArray(value)) {
      values.set(keyOf(value), value)
      continue
    }
    refused += 1
    for (const { column, problem } of value)
      issues.push({
        entity,
        key: keys[index] ?? '',
        column,
        code: null,
        message: isSensitive(cell(column)) ? 'the value cannot be stored' : problem.slice(0, longestMessage),
      })
  }
  check.finish()
  const errors = found.listed().filter(({ severity }) => severity === 'error')
  const isBlocked = rows.length >= fewestRows && errors.some(({ code }) => code === 'U-20')
  const listed = errors.filter(({ code }) => isBlocked || code !== 'U-20')
  for (const issue of listed)
    issues.push({
      entity,
      key: keys[(issue.row ?? 1) - 1] ?? '',
      column: issue.attribute ?? issue.column ?? '',
      code: issue.code,
      message: issueMessage(issue).slice(0, longestMessage),
    })
  return {
    values: [...values.values()],
    refused,
    issues,
    isSensitive: isBlocked,
    latest,
    earliest,
  }
}

const longestMessage = 300
/** Identify a row for people; an entity has some of them. */
const keyColumns = ['PAYMENTMETHODNUMBER', 'TRANSACTIONNUMBER', 'OPERATINGUNITNUMBER', 'TERMINAL', 'LINENUMBER']
/** Rows of a page below which a share of its values says nothing: numbers of few rows look like those of cards by chance. */
const fewestRows = 20

/** Returns the columns of an entity that are read. */
function columnsOf(entity: RetailEntity): UploadColumn[] {
  const read = new Set<string>([...retailColumns[entity], ...optionalRetailColumns[entity], timeColumn])
  return (findEntity(entity)?.columns ?? []).filter(({ name }) => read.has(name))
}

/** Returns the later one of two times, but none after now: changes after a wrong one would not be read. */
function later(latest: string | null, text: string, now: Date): string | null {
  const time = Math.min(Date.parse(text), now.getTime())
  if (Number.isNaN(time)) return latest
  return latest === null || time > Date.parse(latest) ? new Date(time).toISOString() : latest
}

function earlier(earliest: string | null, text: string): string | null {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return earliest
  return earliest === null || time < Date.parse(earliest) ? new Date(time).toISOString() : earliest
}
