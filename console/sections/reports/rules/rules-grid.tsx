import { Badge, cn, DirectionalIcon, useRovingFocus } from '@assay/design-system'
import { useDirection } from '@assay/design-system/i18n'
import type { RuleReference, RulesInput, RulesReport } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOfReference } from '../rule-reference.ts'
import { useRuleColumns } from './rule-columns.tsx'
import { lineStep, type RuleLine, ruleLinesOf } from './rule-lines.ts'
import { RuleMenu } from './rule-menu.tsx'
import { useRuleNames } from './rule-names.ts'

export interface RulesGridProps {
  report: RulesReport
  input: RulesInput
  /** Chosen rules and clauses, as the address has them. */
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/**
 * Rules and their clauses by volume, as a tree grid: up and down move from line to line, forward and back open and close
 * a rule, Enter narrows the report to the line and takes it back.
 */
export function RulesGrid({ report, input, chosen, onChoose }: RulesGridProps) {
  const intl = useIntl()
  const direction = useDirection()
  const table = useRef<HTMLTableElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const { rule, nameOf } = useRuleNames(report)
  const lines = ruleLinesOf(report.rows, open)
  const { containerProps, itemProps, setActive } = useRovingFocus({
    items: lines.map(({ id }) => id),
    axis: 'block',
    loop: false,
  })
  const columns = useRuleColumns(input.kind, input.view, {
    largest: Math.max(0, ...report.rows.map(({ volume }) => volume)),
    withBank: report.whole.sentToBankVolume !== 0,
  })
  const toggle = (ruleId: string, opened: boolean) =>
    setOpen(before => {
      const next = new Set(before)
      if (opened) next.add(ruleId)
      else next.delete(ruleId)
      return next
    })
  const choose = (reference: RuleReference) => {
    const text = textOfReference(reference)
    onChoose(chosen.includes(text) ? chosen.filter(each => each !== text) : [text])
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lines.find(({ id }) => event.target instanceof HTMLElement && event.target.dataset['roving'] === id)
    const step = line && lineStep(line, event.key, direction)
    if (!line || !step) return containerProps.onKeyDown(event)
    event.preventDefault()
    if (step.kind === 'choose') choose(line.reference)
    else if (step.kind === 'go') {
      setActive(step.id)
      table.current?.querySelector<HTMLElement>(`[data-roving="${CSS.escape(step.id)}"]`)?.focus()
    } else toggle(step.ruleId, step.kind === 'open')
  }
  return (
    <div className="@container relative min-w-0 overflow-x-auto print:overflow-visible">
      <table
        ref={table}
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-to-interactive-role -- a tree grid may be a table, and prints as one
        role="treegrid"
        aria-label={intl.formatMessage({ id: 'Reports.Rules.Table' })}
        className="w-full border-collapse text-sm text-fg tabular-nums"
        onKeyDown={keyDown}
      >
        <thead>
          <tr className="h-header text-xs text-fg-secondary">
            <th scope="col" className="sticky inset-s-0 z-10 bg-surface ps-4 pe-2 text-start font-medium">
              <FormattedMessage id="Reports.Rules.Column.rule" />
            </th>
            {columns.map(({ id, label, className }) => (
              <th
                key={id}
                scope="col"
                aria-sort={id === 'volume' ? 'descending' : undefined}
                className={cn('max-w-[7rem] px-2 text-end align-bottom font-medium', className)}
              >
                {label}
              </th>
            ))}
            <th scope="col" className="print:hidden">
              <span className="sr-only">
                <FormattedMessage id="Common.Actions" />
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => {
            const isChosen = chosen.includes(textOfReference(line.reference))
            return (
              <tr
                key={line.id}
                {...itemProps(line.id)}
                aria-level={line.level}
                aria-posinset={line.position}
                aria-setsize={line.setSize}
                aria-expanded={line.expanded}
                aria-selected={isChosen}
                onClick={event => {
                  if (event.target instanceof Element && !event.target.closest('button, a, [role="menu"]'))
                    choose(line.reference)
                }}
                className={cn(
                  'group cursor-default border-bs border-line-subtle focus-ring-inset',
                  isChosen ? 'bg-surface-selected system-outline' : 'hover:bg-surface-hover',
                )}
              >
                <LineName
                  line={line}
                  isChosen={isChosen}
                  name={line.reference.clause ?? nameOf(line.reference)}
                  status={line.level === 1 ? (rule(line.reference.ruleId)?.status ?? 'deleted') : 'active'}
                  onToggle={() => toggle(line.reference.ruleId, line.expanded === false)}
                />
                {columns.map(({ id, cell, className }) => (
                  <td key={id} role="gridcell" className={cn('h-row px-2 text-end whitespace-nowrap', className)}>
                    {cell(line.figures)}
                  </td>
                ))}
                <td role="gridcell" className="pe-2 text-end print:hidden">
                  <RuleMenu
                    reference={line.reference}
                    name={nameOf(line.reference)}
                    report={report}
                    input={input}
                    tabIndex={itemProps(line.id).tabIndex}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface LineNameProps {
  line: RuleLine
  isChosen: boolean
  name: string
  status: RulesReport['rules'][number]['status']
  onToggle: () => void
}

/** Head of a line: opens the rule by mouse or touch; the name of a deleted rule is struck through. */
function LineName({ line, isChosen, name, status, onToggle }: LineNameProps) {
  const intl = useIntl()
  return (
    <th
      scope="row"
      role="rowheader"
      className={cn(
        'sticky inset-s-0 z-10 max-w-[9rem] ps-2 pe-2 text-start font-normal @[40rem]:max-w-[16rem]',
        isChosen ? 'bg-surface-selected' : 'bg-surface group-hover:bg-surface-hover',
      )}
    >
      <span className={cn('flex min-w-[7rem] items-center gap-1', line.level === 2 && 'ps-8 text-fg-secondary')}>
        {line.expanded === undefined ? null : (
          <button
            type="button"
            // Keys open the rule from its row.
            tabIndex={-1}
            aria-expanded={line.expanded}
            aria-label={intl.formatMessage({ id: 'Reports.Rules.Clauses' }, { name })}
            className="flex size-6 shrink-0 items-center justify-center rounded-chip text-fg-secondary focus-ring"
            onClick={onToggle}
          >
            <DirectionalIcon icon={line.expanded ? ChevronDown : ChevronRight} size={16} />
          </button>
        )}
        <bdi
          className={cn('min-w-0 truncate', line.level === 1 && 'font-medium', status === 'deleted' && 'line-through')}
          title={name}
        >
          {name}
        </bdi>
        {line.level === 1 ? (
          <span className="text-xs text-fg-muted">
            <span aria-hidden>{line.clauseCount}</span>
            <span className="sr-only">
              <FormattedMessage id="Reports.Rules.ClauseCount" values={{ count: line.clauseCount }} />
            </span>
          </span>
        ) : null}
        {status === 'active' ? null : (
          <Badge>
            <FormattedMessage id={`Reports.Rules.Status.${status}`} />
          </Badge>
        )}
      </span>
    </th>
  )
}
