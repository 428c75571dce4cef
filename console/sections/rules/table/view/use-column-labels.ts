import type { RuleType } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import type { VisualFields } from '../../visual/use-visual-fields.ts'
import type { FixedColumnId, TableColumn } from '../decision-table.ts'

const labelIds: Readonly<Record<FixedColumnId, string>> = {
  name: 'Rules.Table.Column.name',
  before: 'Rules.Table.Column.before',
  conditions: 'Rules.Table.Column.conditions',
  result: 'Rules.Visual.Decision',
  challenge: 'Rules.Evaluation.ChallengeType',
  reason: 'Rules.Evaluation.Reason',
  message: 'Rules.Evaluation.SupportMessage',
  outputs: 'Rules.Evaluation.Output',
  after: 'Rules.Table.Column.after',
}

/** Names of columns: an attribute has one in words, any other expression stands for itself. */
export function useColumnLabels({ byCode }: VisualFields, type: RuleType): (column: TableColumn) => string {
  const intl = useIntl()
  return useCallback(
    column =>
      column.kind === 'test'
        ? (byCode.get(column.id)?.label ?? column.subject)
        : intl.formatMessage({
            id: column.id === 'result' && type === 'routing' ? 'Routing.Column.Queue' : labelIds[column.id],
          }),
    [intl, byCode, type],
  )
}
