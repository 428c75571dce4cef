import { isHarmless } from '../cells/byte-cells.ts'
import { type RowBytes, rowOfCells } from '../cells/row-bytes.ts'
import { isSensitive } from '../cells/sensitive-cell.ts'
import { valueFormats } from '../cells/value-formats.ts'
import { type UploadColumn, uploadEntities } from '../entities/entities.ts'
import type { IssueList } from '../issues/issue-list.ts'
import { createIssue, messageIdOf, shownValue, type UploadCode, type UploadIssue } from '../issues/issues.ts'
import type { FileCheckOptions, FormatFinding } from './check-options.ts'
import { type Attribute, type ColumnPlan, createPlan } from './column-plan.ts'
import { KeySet } from './key-set.ts'

/** Share of cells that look like card numbers from which on a column is one of them. */
const sensitiveShare = 0.2

/** Codes of values that are stored as sent. */
const warningCodes: ReadonlySet<UploadCode> = new Set<UploadCode>(['U-22', 'U-23', 'U-24'])

/** Checks rows of the right width. */
export class RowCheck {
  /** Rows so far, with those that were refused. */
  count = 0
  /** Rows with an error. */
  rejected = 0
  readonly linkKeys: KeySet | null
  /** Values of wrong formats (U-17) by attribute. */
  readonly formatErrors = new Map<string, number>()
  readonly #options: FileCheckOptions
  readonly #issues: IssueList
  readonly #columns: ColumnPlan[]
  readonly #keyColumns: number[] | null
  /** Whether a part of the key may not be empty; an empty one is a value of its own otherwise. */
  readonly #isRequiredPart: readonly boolean[]
  readonly #keys = new KeySet()
  readonly #linkColumn: number
  readonly #linkColumns: readonly number[]
  /** Rows of the right width. */
  #checked = 0

  constructor(options: FileCheckOptions, issues: IssueList) {
    const { entity, head, mapping } = options
    this.#options = options
    this.#issues = issues
    this.#columns = head.columns.map(name => createPlan(name, options))
    const keyColumns = entity.key.map(attribute => head.columns.indexOf(mapping[attribute] ?? ''))
    const required = new Set(entity.columns.flatMap(({ name, requirement }) => (requirement === undefined ? [] : name)))
    this.#isRequiredPart = entity.key.map(attribute => required.has(attribute))
    this.#keyColumns = keyColumns.some((column, part) => column < 0 && this.#isRequiredPart[part]) ? null : keyColumns
    this.#linkColumn = keyColumns[0] ?? -1
    this.#linkColumns = [this.#linkColumn]
    const hasChildren = uploadEntities.some(({ parent }) => parent === entity.name)
    this.linkKeys = !hasChildren ? null : entity.key.length === 1 ? this.#keys : new KeySet()
  }

  get areKeysComplete(): boolean {
    return this.#keys.isComplete && (this.linkKeys?.isComplete ?? true)
  }

  /** Counts a row that cannot be checked. */
  refuse(issue: UploadIssue): void {
    this.count++
    this.rejected++
    this.#issues.add(issue.code, issue.severity, () => issue)
  }

  /** Checks cells that were read elsewhere. */
  check(cells: readonly string[], row: number): void {
    this.checkRow(rowOfCells(cells), row)
  }

  checkRow(cells: RowBytes, row: number): void {
    this.count++
    const errors = this.#issues.errors
    const columns = this.#columns
    const { bytes, starts, ends, marks } = cells
    for (let index = 0; index < columns.length; index++) {
      const plan = columns[index] as ColumnPlan
      const from = starts[index] as number
      const to = ends[index] as number
      if (from === to) {
        if (plan.isRequired) this.#reportEmpty(plan, row)
        continue
      }
      plan.filled++
      const mark = marks[index] as number
      if (!isHarmless(bytes, from, to, mark) && isSensitive(cells.text(index)) && plan.sensitive++ === 0)
        plan.firstSensitive = row
      const { attributes } = plan
      for (let each = 0; each < attributes.length; each++) {
        const attribute = attributes[each] as Attribute
        const { check, isGood } = attribute
        if (check === null || (mark === 0 && isGood !== null && isGood(bytes, from, to))) continue
        const cell = cells.text(index)
        const code = check(cell)
        if (code !== null) this.#reportCell(plan, attribute, code, cell, row)
      }
    }
    if (this.#issues.errors > errors) this.rejected++
    this.#checkKeys(cells, row)
    this.#options.onRow?.(cells)
    this.#checked++
  }

  /** The number of empty cells of each attribute that has a column. */
  emptyCells(): { attribute: string; empty: number }[] {
    return this.#columns.flatMap(({ attributes, filled }) =>
      attributes.map(({ definition }) => ({ attribute: definition.name, empty: this.#checked - filled })),
    )
  }

  /** Reports what is only seen of a whole column. */
  finish(): void {
    for (const { name, attributes, filled, sensitive, firstSensitive } of this.#columns) {
      if (sensitive === 0) continue
      const severity = sensitive >= sensitiveShare * filled ? 'error' : 'warning'
      const attribute = attributes[0]?.definition.name
      this.#issues.push(
        createIssue('U-20', {
          severity,
          row: firstSensitive,
          column: name,
          ...(attribute === undefined ? {} : { attribute }),
          detail: `${sensitive} of ${filled} values`,
          params: { a: attribute ?? shownValue(name) },
        }),
      )
    }
  }

  formats(): FormatFinding[] {
    return this.#columns.flatMap(({ name, attributes }) =>
      attributes.flatMap(({ definition, scan }) => {
        const formats = scan?.formats() ?? []
        return formats.length === 0 || scan === null
          ? []
          : [{ attribute: definition.name, column: name, values: scan.values, formats }]
      }),
    )
  }

  #reportEmpty({ name, attributes }: ColumnPlan, row: number): void {
    for (const { definition, isRequired } of attributes)
      if (isRequired)
        this.#issues.add('U-11', 'error', () =>
          createIssue('U-11', { row, column: name, attribute: definition.name, value: '' }),
        )
  }

  #reportCell({ name }: ColumnPlan, { definition }: Attribute, code: UploadCode, cell: string, row: number): void {
    const isWarning = warningCodes.has(code) || (code === 'U-16' && definition.closed !== true)
    const severity = isWarning ? 'warning' : 'error'
    if (code === 'U-17') this.formatErrors.set(definition.name, (this.formatErrors.get(definition.name) ?? 0) + 1)
    this.#issues.add(code, severity, () =>
      createIssue(code, {
        severity,
        row,
        column: name,
        attribute: definition.name,
        value: cell,
        messageId: messageIdOf(code, definition.type),
        params: paramsOf(code, definition),
      }),
    )
  }

  #checkKeys(cells: RowBytes, row: number): void {
    const { entity, parentKeys } = this.#options
    const column = this.#linkColumn
    if (column >= 0 && cells.starts[column] !== cells.ends[column]) {
      if (this.linkKeys !== null && this.linkKeys !== this.#keys) this.linkKeys.addCells(cells, this.#linkColumns)
      if (parentKeys?.isComplete && !parentKeys.hasCells(cells, this.#linkColumns))
        this.#issues.add('U-22', 'warning', () =>
          createIssue('U-22', {
            severity: 'warning',
            row,
            column: this.#columns[column]?.name ?? '',
            attribute: entity.key[0] ?? '',
            value: cells.text(column),
            params: { parent: entity.parent ?? '', key: entity.key[0] ?? '' },
          }),
        )
    }
    const keyColumns = this.#keyColumns
    if (keyColumns === null) return
    for (let part = 0; part < keyColumns.length; part++) {
      const index = keyColumns[part] as number
      if (this.#isRequiredPart[part] && cells.starts[index] === cells.ends[index]) return
    }
    if (!this.#keys.addCells(cells, keyColumns)) return
    this.#issues.add('U-23', 'warning', () => {
      const shown = keyColumns
        .map(index => cells.text(index))
        .filter(part => part !== '')
        .map(shownValue)
        .join(' + ')
      return createIssue('U-23', {
        severity: 'warning',
        row,
        column: this.#columns[keyColumns[0] ?? 0]?.name ?? '',
        attribute: entity.key.join(' + '),
        value: shown,
        params: { key: shown },
      })
    })
  }
}

function paramsOf(code: UploadCode, { values, format, maxLength }: UploadColumn): Record<string, string | number> {
  if (code === 'U-16') return { list: (values ?? []).join(', ') }
  if (code === 'U-17' && format !== undefined && format !== 'language') return { format: valueFormats[format].name }
  return code === 'U-18' ? { max: maxLength ?? 0 } : {}
}
