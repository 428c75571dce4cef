import {
  Badge,
  cn,
  DirectionalIcon,
  KeyValue,
  KeyValueList,
  NumberText,
  RelativeTime,
  SortableHandle,
  useFormat,
  useSortableEntry,
} from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { conditionSummaryOf } from '../../../platform/authoring/fql/clause-summary.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { RoutingCells, RoutingWarnings } from '../case-routing/routing-cells.tsx'
import { useRuleHref } from '../rule-scope.tsx'
import { useUnconditionalLabel } from '../use-scope-labels.ts'

/** A value that is not there. */
const missingMark = '–'

interface RuleEntryProps extends ComponentProps<'tbody'> {
  rule: RuleSummary
  /** Of the table. */
  columns: RuleSummary['type']
  /** Number of columns beside the first. */
  besides: number
  /** Beside rules of other types: shows its type. */
  mixed: boolean
  actions: ((rule: RuleSummary) => ReactNode) | undefined
  handle?: ReactNode
}

const cell = 'px-cell-x py-1'

/** A rule that can be dragged to another place. */
export function SortableRuleEntry({ rule, ...props }: RuleEntryProps) {
  return (
    <RuleEntry rule={rule} {...props} handle={<SortableHandle entryId={rule.id} />} {...useSortableEntry(rule.id)} />
  )
}

/** A rule of the list: one row, and what is behind it when it is opened. */
export function RuleEntry({ rule, columns, besides, mixed, actions, handle, className, ...props }: RuleEntryProps) {
  const intl = useIntl()
  const format = useFormat()
  const href = useHref()
  const ruleHref = useRuleHref()
  const every = useUnconditionalLabel()
  const can = useCan()
  const id = useId()
  const [open, setOpen] = useState(false)
  const condition = conditionSummaryOf(rule.condition)
  return (
    <tbody className={cn('data-dragging:bg-surface-raised data-dragging:shadow-2', className)} {...props}>
      <tr className="group h-row border-be border-line-subtle hover:bg-surface-hover">
        <td className="py-1 ps-2 pe-3">
          <span className="flex items-center">
            {handle ?? <span className="size-control-sm shrink-0" />}
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              aria-label={intl.formatMessage({ id: 'Authoring.Tile.Details' }, { name: rule.name })}
              onClick={() => setOpen(!open)}
              className="focus-ring inline-flex size-control-sm shrink-0 items-center justify-center rounded-chip text-fg-muted hover:bg-surface-hover hover:text-fg"
            >
              <DirectionalIcon icon={open ? ChevronDown : ChevronRight} size={12} />
            </button>
            <span className="ms-auto text-fg-muted tabular-nums">{rule.position}</span>
          </span>
        </td>
        <th scope="row" className={`${cell} text-start font-normal`}>
          <Link to={ruleHref(rule.id)} className="block max-w-full truncate font-medium text-link hover:underline">
            <bdi>{rule.name}</bdi>
          </Link>
          <span className="flex min-w-0 text-xs text-fg-muted">
            {condition === null ? (
              <span className="truncate">{every(rule.eventType)}</span>
            ) : (
              <bdi dir="ltr" className="truncate font-mono">
                {condition}
              </bdi>
            )}
          </span>
        </th>
        <td className={cell}>
          <span className="flex flex-wrap gap-1">
            <PublishStatusBadge status={rule.status} />
            {mixed ? (
              <Badge>
                <FormattedMessage id={`Rules.Type.${rule.type}`} />
              </Badge>
            ) : null}
            {rule.hasDraft && rule.status !== 'draft' ? (
              <Badge tone="info">
                <FormattedMessage id="Authoring.Status.WithDraft" />
              </Badge>
            ) : null}
          </span>
        </td>
        {columns === 'routing' ? (
          <RoutingCells rule={rule} />
        ) : columns === 'postDecision' ? null : (
          <td className={`${cell} hidden text-end @min-[44rem]:table-cell`}>
            {rule.decided24h > 0 && can('search') ? (
              <Link
                className="text-link hover:underline"
                to={href(
                  '/search',
                  searchParameters({
                    filter: { period: '24h', conditions: [{ column: 'rule', op: 'eq', value: rule.name }] },
                  }),
                )}
              >
                <NumberText value={rule.decided24h} />
              </Link>
            ) : rule.status === 'draft' ? (
              <span className="text-fg-muted">{missingMark}</span>
            ) : (
              <NumberText value={rule.decided24h} className="text-fg-muted" />
            )}
          </td>
        )}
        <td
          className={`${cell} hidden truncate text-fg-secondary ${columns === 'routing' ? '@min-[76rem]:table-cell' : '@min-[60rem]:table-cell'}`}
        >
          {/* In two lines, as the rule itself: beside the name the date would be cut. */}
          <bdi className="block truncate">{rule.updatedBy}</bdi>{' '}
          <RelativeTime value={rule.updatedAt} className="block truncate text-xs text-fg-muted" />
        </td>
        <td className={`${cell} text-end`}>{actions?.(rule)}</td>
      </tr>
      {open ? (
        <tr id={id} className="border-be border-line-subtle bg-surface-sunken">
          <td />
          <td colSpan={besides} className="px-cell-x py-2">
            {rule.routing ? <RoutingWarnings routing={rule.routing} /> : null}
            <KeyValueList termWidth="sm" className="max-w-prose">
              <KeyValue term={<FormattedMessage id="Common.Description" />}>
                {rule.description === '' ? undefined : <span dir="auto">{rule.description}</span>}
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Authoring.Condition" />}>
                {rule.condition.trim() === '' ? (
                  every(rule.eventType)
                ) : (
                  <bdi dir="ltr" className="block font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                    {rule.condition.trim()}
                  </bdi>
                )}
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Rules.Column.Clauses" />}>
                <NumberText value={rule.clauseCount} />
              </KeyValue>
              <KeyValue term={<FormattedMessage id="Authoring.Column.Changed" />}>
                <FormattedMessage
                  id="Common.UserAndTime"
                  values={{ user: <bdi key="user">{rule.updatedBy}</bdi>, time: format.dateTime(rule.updatedAt) }}
                />
              </KeyValue>
            </KeyValueList>
          </td>
        </tr>
      ) : null}
    </tbody>
  )
}
