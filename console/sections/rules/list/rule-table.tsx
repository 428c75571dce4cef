import { SortableGroup, VisuallyHidden } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { type ReactNode, useCallback } from 'react'
import { FormattedMessage } from 'react-intl'
import { RoutingHeads } from '../case-routing/routing-cells.tsx'
import { RuleEntry, SortableRuleEntry } from './rule-entry.tsx'

interface RuleTableProps {
  /** The columns that are shown. */
  type: RuleSummary['type']
  /** Rules of more than one type: each shows its type. */
  mixed?: boolean
  labelledBy: string
  rows: readonly RuleSummary[]
  loading?: boolean
  /** Commands of a row; absent where nothing may be changed. */
  actions?: (rule: RuleSummary) => ReactNode
  /** Receives the ids in a new order; absent where the order cannot be changed. */
  onOrder?: ((ids: readonly string[]) => void) | undefined
}

/** Columns beside the first. */
const besides = { decision: 5, postDecision: 4, routing: 9 } as const

const head = 'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary'

/** Rules in run order with what they are, whether they run, and how much they decided, or where they send cases. */
export function RuleTable({
  type,
  mixed = false,
  labelledBy,
  rows,
  loading = false,
  actions,
  onOrder,
}: RuleTableProps) {
  const nameOf = useCallback((id: string) => rows.find(rule => rule.id === id)?.name ?? '', [rows])
  const Entry = onOrder ? SortableRuleEntry : RuleEntry
  const table = (
    <table
      aria-labelledby={labelledBy}
      aria-busy={loading || undefined}
      className="w-full table-fixed border-collapse text-sm text-fg"
    >
      <thead>
        <tr className="border-y border-line bg-surface-sunken">
          <th scope="col" className={`${head} w-[6.5rem] text-end`}>
            <FormattedMessage id="Rules.Column.Position" />
          </th>
          <th scope="col" className={`${head} text-start`}>
            <FormattedMessage id="Rules.Column.Rule" />
          </th>
          <th
            scope="col"
            className={`${head} w-[6.5rem] text-start ${type === 'routing' ? '@min-[36rem]:w-[7.5rem]' : '@min-[36rem]:w-[11.5rem]'}`}
          >
            <FormattedMessage id="Authoring.Column.Status" />
          </th>
          {type === 'routing' ? (
            <RoutingHeads head={head} />
          ) : type === 'decision' ? (
            <th scope="col" className={`${head} hidden w-[8rem] text-end @min-[44rem]:table-cell`}>
              <FormattedMessage id="Rules.Column.Decided" />
            </th>
          ) : null}
          <th
            scope="col"
            className={`${head} hidden text-start ${type === 'routing' ? 'w-[11rem] @min-[76rem]:table-cell' : 'w-[15rem] @min-[60rem]:table-cell'}`}
          >
            <FormattedMessage id="Authoring.Column.Changed" />
          </th>
          <th scope="col" className={`${head} w-16`}>
            {actions ? (
              <VisuallyHidden>
                <FormattedMessage id="Common.Actions" />
              </VisuallyHidden>
            ) : null}
          </th>
        </tr>
      </thead>
      {loading ? (
        <tbody>
          {Array.from({ length: 8 }, (_, index) => (
            <tr key={index} aria-hidden className="h-row border-be border-line-subtle">
              <td className="px-cell-x py-1" />
              <td className="px-cell-x py-1" colSpan={besides[type]}>
                <span className="flex h-5 items-center">
                  <span className="h-2 w-1/3 rounded-mark bg-line-subtle" />
                </span>
                <span className="flex h-4 items-center">
                  <span className="h-2 w-1/4 rounded-mark bg-line-subtle" />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      ) : null}
      {rows.map(rule => (
        <Entry key={rule.id} columns={type} besides={besides[type]} mixed={mixed} rule={rule} actions={actions} />
      ))}
    </table>
  )
  return onOrder ? (
    <SortableGroup aria-labelledby={labelledBy} ids={rows.map(rule => rule.id)} nameOf={nameOf} onIdsChange={onOrder}>
      {table}
    </SortableGroup>
  ) : (
    table
  )
}
