import { Button, Icon } from '@assay/design-system'
import { type RuleBody, type RuleDiagnostic, type RuleType, ruleLimits } from '@assay/risk-service/contract'
import { ListOrdered } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { RuleEdit } from '../../rule-draft.ts'
import { useRuleVocabulary } from '../../rule-queries.ts'
import { sectionsOf, useRuleScope } from '../../rule-scope.tsx'
import { starterClause, starterVisualClause } from '../../starter-clause.ts'
import { useVisualFields } from '../../visual/use-visual-fields.ts'
import { attributeFacts } from '../attribute-facts.ts'
import { type NewColumn, type TableColumn, tableOf } from '../decision-table.ts'
import { ActiveCell } from './active-cell.tsx'
import { AddColumn } from './add-column.tsx'
import { problemsByCell } from './cell-problems.ts'
import { findingLines } from './finding-texts.ts'
import { FindingsList } from './findings-list.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { useColumnLabels } from './use-column-labels.ts'
import { useTableCommands } from './use-table-commands.ts'
import { useTableEdits } from './use-table-edits.ts'
import { useTableFindings } from './use-table-findings.ts'

interface TableViewProps {
  type: RuleType
  body: RuleBody
  edit: (edit: RuleEdit) => void
  canEdit: boolean
  problems: readonly RuleDiagnostic[]
  /** Leads to the view of one clause at a time. */
  onClauses: () => void
  children?: ReactNode
}

/** All clauses of a rule as one decision table: rows are clauses, columns are what they test and decide. */
export function TableView({ type, body, edit, canEdit, problems, onClauses, children }: TableViewProps) {
  const intl = useIntl()
  const scope = useRuleScope()
  const fields = useVisualFields(type)
  const vocabulary = useRuleVocabulary()
  const labelOf = useColumnLabels(fields, type)
  const [more, setMore] = useState<readonly NewColumn[]>([])
  const { clauses } = body
  const { rows, columns: newest } = useMemo(() => tableOf(clauses, more), [clauses, more])
  const columns = useStableColumns(newest)
  const table = useMemo(() => ({ rows, columns }), [rows, columns])
  const factsOf = useMemo(() => attributeFacts(vocabulary?.attributes ?? []), [vocabulary])
  const found = useTableFindings(table, factsOf, type !== 'postDecision')
  const lines = useMemo(
    () => found && findingLines(intl, found.table, found.findings, labelOf, type === 'routing'),
    [intl, found, labelOf, type],
  )
  const marked = useMemo(() => problemsByCell(rows, columns, problems), [rows, columns, problems])
  const edits = useTableEdits(clauses, edit)
  const starter = () => {
    const section = sectionsOf(scope, type).at(-1) ?? 'prior'
    return type === 'decision'
      ? starterVisualClause(intl, '', section, scope)
      : starterClause(intl, '', section, type, scope)
  }
  const commands = useTableCommands(table, clauses, edits, starter, ruleLimits.clauses)
  const grid = useRef<HTMLDivElement>(null)
  // The focus brings the row in sight, and selects it.
  const goToRow = useCallback(
    (place: number) => grid.current?.querySelector<HTMLElement>(`[data-cell="${place} 0"]`)?.focus(),
    [],
  )
  const { focus } = commands.selection
  const [row, column] = [rows[focus.row], columns[focus.column]]
  // By the rows themselves: while a changed table is looked at, those that did not change have their marks.
  const findingByRow = useMemo(
    () =>
      new Map(
        (lines ?? []).flatMap(({ row: place, text }) => {
          const marked = place === null ? undefined : found?.table.rows[place]
          return marked === undefined ? [] : [[marked, text]]
        }),
      ),
    [lines, found],
  )
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
      <div className="flex min-h-topbar shrink-0 flex-wrap items-center gap-2 border-be border-line-subtle py-1 ps-4 pe-2">
        <h2 className="font-semibold">
          <FormattedMessage id="Rules.Table.Title" />
        </h2>
        <span className="text-xs text-fg-muted">
          <FormattedMessage id="Rules.Table.Rows" values={{ count: rows.length }} />
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-1 print:hidden">
          {canEdit ? (
            <TableToolbar
              run={commands.run}
              canUndo={edits.canUndo}
              canRedo={edits.canRedo}
              canInsert={clauses.length < ruleLimits.clauses}
              canRemove={clauses.length > 1}
            >
              <AddColumn
                fields={fields}
                onAdd={added => {
                  setMore([...more.filter(({ id }) => id !== added.id), added])
                  commands.select({
                    row: focus.row,
                    column: tableOf(clauses, [...more, added]).columns.findIndex(({ id }) => id === added.id),
                  })
                }}
              />
            </TableToolbar>
          ) : null}
          <Button variant="ghost" onClick={onClauses}>
            <Icon icon={ListOrdered} />
            <FormattedMessage id="Rules.Table.Leave" />
          </Button>
        </span>
      </div>
      {row && column ? (
        <ActiveCell
          row={row}
          column={column}
          label={labelOf(column)}
          problems={marked.get(focus.row)?.get(column.id) ?? []}
          finding={findingByRow.get(row) ?? null}
        />
      ) : null}
      <p id="table-keys" className="sr-only">
        <FormattedMessage id={canEdit ? 'Rules.Table.Keys' : 'Rules.Table.KeysReadOnly'} />
      </p>
      <div className="min-h-[12rem] flex-1 overflow-auto scroll-pbs-(--ds-header-height) [contain:layout_paint] sm:scroll-ps-[12rem] print:overflow-visible print:[contain:none]">
        <TableGrid
          ref={grid}
          label={intl.formatMessage({ id: 'Rules.Table.Title' })}
          describedBy="table-keys"
          table={table}
          labelOf={labelOf}
          selection={commands.selection}
          edited={commands.edited}
          problems={marked}
          findings={findingByRow}
          readOnly={!canEdit}
          onCommand={commands.run}
          onCommit={commands.commit}
          onCancel={commands.cancel}
          onPaste={commands.paste}
        />
      </div>
      <FindingsList lines={lines} isBusy={found?.table !== table} onRow={goToRow} />
      {children}
    </div>
  )
}

/** The same columns as before, where only cells changed: rows without a change are not rendered again. */
function useStableColumns(newest: readonly TableColumn[]): readonly TableColumn[] {
  const [columns, setColumns] = useState(newest)
  if (columns === newest || JSON.stringify(columns) === JSON.stringify(newest)) return columns
  setColumns(newest)
  return newest
}
