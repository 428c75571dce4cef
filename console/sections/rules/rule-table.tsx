import { Badge, NumberText, RelativeTime, VisuallyHidden } from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useHref } from '../../platform/environments/environments.tsx'
import { searchParameters } from '../../platform/search-url/search-url.ts'
import { RuleStatusBadge } from './rule-status-badge.tsx'
import { useRuleHref } from './use-rule-href.ts'

interface RuleTableProps {
  labelledBy: string
  rows: readonly RuleSummary[]
  loading?: boolean
  /** Commands of a row; absent where nothing may be changed. */
  actions?: (rule: RuleSummary) => ReactNode
}

const head = 'h-header px-cell-x text-xs font-medium whitespace-nowrap text-fg-secondary'
const cell = 'px-cell-x py-1'

/** Rules in run order with what they are, whether they run, and how much they decided. */
export function RuleTable({ labelledBy, rows, loading = false, actions }: RuleTableProps) {
  const href = useHref()
  const ruleHref = useRuleHref()
  const can = useCan()
  return (
    <table aria-labelledby={labelledBy} aria-busy={loading || undefined} className="w-full table-fixed border-collapse text-sm text-fg">
      <thead>
        <tr className="border-y border-line bg-surface-sunken">
          <th scope="col" className={`${head} hidden w-16 ps-6 text-start tabular-nums sm:table-cell`}><FormattedMessage id="Rules.Column.Position" /></th>
          <th scope="col" className={`${head} text-start max-sm:ps-3`}><FormattedMessage id="Rules.Column.Rule" /></th>
          <th scope="col" className={`${head} w-[104px] text-start sm:w-[184px]`}><FormattedMessage id="Rules.Column.Status" /></th>
          <th scope="col" className={`${head} hidden w-[88px] text-end md:table-cell`}><FormattedMessage id="Rules.Column.Clauses" /></th>
          <th scope="col" className={`${head} hidden w-[128px] text-end md:table-cell`}><FormattedMessage id="Rules.Column.Decided" /></th>
          <th scope="col" className={`${head} hidden w-[240px] text-start lg:table-cell`}><FormattedMessage id="Rules.Column.Changed" /></th>
          <th scope="col" className={`${head} w-16`}>{actions ? <VisuallyHidden><FormattedMessage id="Rules.Column.Actions" /></VisuallyHidden> : null}</th>
        </tr>
      </thead>
      <tbody>
        {loading ? Array.from({ length: 8 }, (_, index) => (
          <tr key={index} aria-hidden className="h-row border-be border-line-subtle">
            <td className={`${cell} hidden ps-6 sm:table-cell`} /><td className={cell} colSpan={6}><span className="block h-2 w-1/3 rounded-mark bg-line-subtle" /></td>
          </tr>
        )) : null}
        {rows.map(rule => (
          <tr key={rule.id} className="group h-row border-be border-line-subtle hover:bg-surface-hover">
            <td className={`${cell} hidden ps-6 text-fg-muted tabular-nums sm:table-cell`}>{rule.position}</td>
            <th scope="row" className={`${cell} text-start font-normal`}>
              <Link to={ruleHref(rule.id)} className="block max-w-full truncate font-medium text-link hover:underline"><bdi>{rule.name}</bdi></Link>
              {rule.description === '' ? null : <span dir="auto" className="block truncate text-xs text-fg-muted">{rule.description}</span>}
            </th>
            <td className={cell}>
              <span className="flex flex-wrap gap-1">
                <RuleStatusBadge status={rule.status} />
                {rule.hasDraft && rule.status !== 'draft' ? <Badge tone="info"><FormattedMessage id="Rules.Status.WithDraft" /></Badge> : null}
              </span>
            </td>
            <td className={`${cell} hidden text-end md:table-cell`}><NumberText value={rule.clauseCount} /></td>
            <td className={`${cell} hidden text-end md:table-cell`}>
              {rule.decided24h > 0 && can('search') ? (
                <Link className="text-link hover:underline" to={href('/search', searchParameters({ filter: { period: '24h', conditions: [{ column: 'rule', op: 'eq', value: rule.name }] } }))}>
                  <NumberText value={rule.decided24h} />
                </Link>
              ) : <NumberText value={rule.decided24h} className="text-fg-muted" />}
            </td>
            <td className={`${cell} hidden truncate text-fg-secondary lg:table-cell`}>
              <bdi>{rule.updatedBy}</bdi> <RelativeTime value={rule.updatedAt} className="text-xs text-fg-muted" />
            </td>
            <td className={`${cell} text-end`}>{actions?.(rule)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
