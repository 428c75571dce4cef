import { Badge, cn, DirectionalIcon } from '@assay/design-system'
import type { RuleReference, RuleRowFigures } from '@assay/risk-service/contract'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { textOfReference } from '../rule-reference.ts'
import { type RuleColumn, useRuleColumns } from './rule-columns.tsx'
import { RuleMenu } from './rule-menu.tsx'
import { useRuleNames } from './rule-names.ts'
import type { RulesGridProps } from './rules-grid.tsx'

/** Rules by volume on a phone, each with its figures below its name, and with its clauses where it is open. */
export function RulesCards({ report, input, chosen, onChoose }: RulesGridProps) {
  const intl = useIntl()
  const { rule, nameOf } = useRuleNames(report)
  const columns = useRuleColumns(input.kind, input.view, {
    largest: Math.max(0, ...report.rows.map(({ volume }) => volume)),
    withBank: report.whole.sentToBankVolume !== 0,
  })
  const partsOf = (reference: RuleReference, figures: RuleRowFigures) => {
    const text = textOfReference(reference)
    const isChosen = chosen.includes(text)
    return {
      name: reference.clause ?? nameOf(reference),
      isChosen,
      onChoose: () => onChoose(isChosen ? chosen.filter(each => each !== text) : [text]),
      columns,
      figures,
      menu: <RuleMenu reference={reference} name={nameOf(reference)} report={report} input={input} tabIndex={0} />,
    }
  }
  return (
    <ul aria-label={intl.formatMessage({ id: 'Reports.Rules.Table' })} className="flex flex-col text-sm tabular-nums">
      {report.rows.map(({ ruleId, clauses, ...figures }) => (
        <RuleCard
          key={ruleId}
          {...partsOf({ ruleId, clause: null }, figures)}
          status={rule(ruleId)?.status ?? 'deleted'}
          clauses={clauses.map(({ clause, ...ofClause }) => (
            <Card key={clause} {...partsOf({ ruleId, clause }, ofClause)} />
          ))}
        />
      ))}
    </ul>
  )
}

interface CardProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  columns: readonly RuleColumn[]
  figures: RuleRowFigures
  menu: ReactNode
}

function RuleCard({
  status,
  clauses,
  ...card
}: CardProps & { status: 'active' | 'inactive' | 'deleted'; clauses: readonly ReactNode[] }) {
  const intl = useIntl()
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  return (
    <Card
      {...card}
      isDeleted={status === 'deleted'}
      start={
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-label={intl.formatMessage({ id: 'Reports.Rules.Clauses' }, { name: card.name })}
          className="flex size-6 shrink-0 items-center justify-center rounded-chip text-fg-secondary focus-ring"
          onClick={() => setIsOpen(!isOpen)}
        >
          <DirectionalIcon icon={isOpen ? ChevronDown : ChevronRight} size={16} />
        </button>
      }
      end={
        <>
          <span className="text-xs text-fg-muted">
            <FormattedMessage id="Reports.Rules.ClauseCount" values={{ count: clauses.length }} />
          </span>
          {status === 'active' ? null : (
            <Badge>
              <FormattedMessage id={`Reports.Rules.Status.${status}`} />
            </Badge>
          )}
        </>
      }
    >
      {isOpen ? (
        <ul id={listId} className="flex flex-col ps-6">
          {clauses}
        </ul>
      ) : null}
    </Card>
  )
}

/** A rule or a clause: its name narrows the report to it and takes it back, its figures stand below. */
function Card({
  name,
  isChosen,
  onChoose,
  columns,
  figures,
  menu,
  isDeleted = false,
  start,
  end,
  children,
}: CardProps & { isDeleted?: boolean; start?: ReactNode; end?: ReactNode; children?: ReactNode }) {
  return (
    <li className="border-bs border-line-subtle">
      <div className={cn('flex flex-col gap-1 px-4 py-2', isChosen && 'bg-surface-selected system-outline')}>
        <div className="flex items-center gap-1">
          {start}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <button
              type="button"
              aria-pressed={isChosen}
              className={cn(
                'focus-ring min-h-6 rounded-mark text-start font-medium wrap-anywhere',
                isDeleted && 'line-through',
              )}
              onClick={onChoose}
            >
              <bdi>{name}</bdi>
            </button>
            {end}
          </span>
          {menu}
        </div>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1">
          {columns.map(({ id, label, cell }) => (
            <div key={id} className="min-w-0">
              <dt className="text-xs text-fg-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{cell(figures)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </li>
  )
}
