import type { IntlShape } from 'react-intl'
import type { ValuePart } from '../column-domain.ts'
import type { DecisionTable, TableColumn } from '../decision-table.ts'
import type { Gap, RowFinding, TableFindings } from '../table-findings.ts'

export interface FindingLine {
  key: string
  text: string
  /** Row in the table that it leads to. */
  row: number | null
  /** Of less weight than a finding: what was not looked at. */
  isNote: boolean
}

/** A part of the values of a column in words. */
function partText(intl: IntlShape, part: ValuePart): string {
  const number = (value: number) => intl.formatNumber(value, { numberingSystem: 'latn', maximumFractionDigits: 6 })
  switch (part.kind) {
    case 'point':
      return number(part.value)
    case 'range':
      if (part.from === -Infinity) return intl.formatMessage({ id: 'Rules.Table.Part.below' }, { to: number(part.to) })
      return part.to === Infinity
        ? intl.formatMessage({ id: 'Rules.Table.Part.above' }, { from: number(part.from) })
        : intl.formatMessage({ id: 'Rules.Table.Part.between' }, { from: number(part.from), to: number(part.to) })
    case 'text':
      return part.value === '' ? intl.formatMessage({ id: 'Rules.Table.Part.empty' }) : `"${part.value}"`
    case 'spelling':
      return intl.formatMessage({ id: 'Rules.Table.Part.spelling' }, { value: part.value })
    case 'truth':
      return intl.formatMessage({ id: part.value ? 'Rules.Visual.Is.true' : 'Rules.Visual.Is.false' })
    case 'others':
    case 'error':
      return intl.formatMessage({ id: 'Rules.Table.Part.others' })
  }
}

const gapText = (intl: IntlShape, { cells }: Gap, labelOf: (column: TableColumn) => string): string =>
  intl.formatList(
    cells.map(({ dimension: { column, predicate }, part }) =>
      intl.formatMessage(
        { id: 'Rules.Table.Part.cell' },
        {
          column: predicate === null ? labelOf(column) : `${labelOf(column)} ${predicate}`,
          value: partText(intl, part),
        },
      ),
    ),
  )

/**
 * What is worth a look in the table, in the order of its rows; then the gap, and what was not looked at. A routing rule
 * names queues, and has General for what no row matches.
 */
export function findingLines(
  intl: IntlShape,
  { rows }: DecisionTable,
  { rows: found, gap, unchecked, undecided }: TableFindings,
  labelOf: (column: TableColumn) => string,
  isRouting = false,
): FindingLine[] {
  const words = isRouting ? 'Routing' : 'Finding'
  const numberOf = (index: number) => rows.find(row => row.index === index)?.number ?? 0
  const list = (indexes: readonly number[]) => intl.formatList(indexes.map(index => String(numberOf(index))))
  const textOf = (name: string, row: number, finding: RowFinding): string =>
    finding.kind === 'impossible'
      ? intl.formatMessage({ id: 'Rules.Table.Finding.impossible' }, { row, name })
      : intl.formatMessage(
          { id: `Rules.Table.${words}.${finding.kind}` },
          finding.kind === 'shadowed'
            ? { row, name, rows: list(finding.by), count: finding.by.length }
            : { row, name, rows: list(finding.with.slice(0, 5)), count: finding.with.length },
        )
  const lines = rows.flatMap((row, place): FindingLine[] =>
    (found.get(row.index) ?? []).map(finding => ({
      key: `${row.index} ${finding.kind}`,
      text: textOf(row.clause.name, row.number, finding),
      row: place,
      isNote: false,
    })),
  )
  if (gap !== null)
    lines.push({
      key: 'gap',
      text:
        gap === 'unknown'
          ? intl.formatMessage({ id: `Rules.Table.${words}.gapUnknown` })
          : gap.cells.length === 0
            ? intl.formatMessage({ id: `Rules.Table.${words}.gapAll` })
            : intl.formatMessage({ id: `Rules.Table.${words}.gap` }, { cells: gapText(intl, gap, labelOf) }),
      row: null,
      isNote: true,
    })
  const open = new Set([...unchecked.keys(), ...undecided])
  if (open.size > 0)
    lines.push({
      key: 'unchecked',
      text: intl.formatMessage(
        { id: 'Rules.Table.Finding.unchecked' },
        { rows: list([...open].sort((a, b) => numberOf(a) - numberOf(b))), count: open.size },
      ),
      row: null,
      isNote: true,
    })
  return lines
}
