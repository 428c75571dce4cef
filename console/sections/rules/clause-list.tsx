import { Badge, Button, cn, DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger, Icon } from '@assay/design-system'
import { Check, ChevronDown, CircleX, Funnel, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { clausesInRunOrder, freeClauseName, type ClauseSection, type Part } from './draft.ts'
import { conditionGist, gistOf, type Gist } from './gist.ts'
import { countErrors } from './problems.ts'
import type { RuleWorkspaceProps } from './rule-workspace.tsx'
import { useRuleScope } from './scope.tsx'
import { starterClause } from './use-create-rule.ts'

interface ClauseListProps extends RuleWorkspaceProps {
  part: Part
  onPart: (part: Part) => void
  className?: string
}

/** The condition and the clauses in run order, each with what it does, its faults, and whether it decided on the sample. */
export function ClauseList({ body, edit, canEdit, part, onPart, evaluation, className }: ClauseListProps) {
  const intl = useIntl()
  const { problems, result } = evaluation
  const { eventType, sections } = useRuleScope()
  const groups = clausesInRunOrder(body.clauses).filter(group => sections.includes(group.section) || group.clauses.length > 0)
  const add = (section: ClauseSection) => {
    const index = body.clauses.length
    edit({ type: 'insertClause', index, clause: starterClause(intl, freeClauseName(body.clauses), section, eventType) })
    onPart(index)
  }
  const condition = conditionGist(body.condition)
  return (
    <nav aria-label={intl.formatMessage({ id: 'Rules.Clauses.Label' })} className={cn('flex min-h-0 min-w-0 flex-col overflow-y-auto bg-canvas', className)}>
      <h2 className="flex min-h-bar shrink-0 items-center px-4 font-semibold"><FormattedMessage id="Rules.Condition.Title" /></h2>
      <div className="px-2">
        <Entry
          current={part === 'condition'} onClick={() => onPart('condition')} start={<Icon icon={Funnel} size={12} className="text-fg-muted" />} errors={countErrors(problems, 'condition')}
          title={condition === null ? <span className="text-fg-secondary"><FormattedMessage id={`Rules.Assessment.Every.${eventType}`} /></span> : <bdi dir="ltr" className="font-mono text-xs">{condition}</bdi>}
        />
      </div>
      <div className="flex min-h-bar shrink-0 items-center gap-2 ps-4 pe-2 pbs-2">
        <h2 className="font-semibold"><FormattedMessage id="Rules.Clauses.Title" /></h2>
        <span className="text-xs text-fg-muted tabular-nums">{body.clauses.length}</span>
        {canEdit && body.clauses.length < 100 ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="sm" className="ms-auto"><Icon icon={Plus} size={12} /><FormattedMessage id="Rules.Clauses.New" /><Icon icon={ChevronDown} size={12} /></Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              {sections.map(section => <DropdownMenuItem key={section} onSelect={() => add(section)}><FormattedMessage id={`Rules.Section.${section}`} /></DropdownMenuItem>)}
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
      </div>
      {groups.map(group => (group.clauses.length === 0 ? null : (
        <section key={group.section} className="px-2 pbe-2" aria-label={intl.formatMessage({ id: `Rules.Section.${group.section}` })}>
          <h3 className="px-2 py-1 text-xs font-medium text-fg-muted"><FormattedMessage id={`Rules.Section.${group.section}`} /></h3>
          <ol className="flex flex-col gap-0.5">
            {group.clauses.map(({ clause, index, number }) => (
              <li key={index}>
                <Entry
                  current={part === index} onClick={() => onPart(index)} start={<span className="text-xs text-fg-muted tabular-nums">{number}</span>}
                  title={<bdi>{clause.name}</bdi>} gist={<GistText gist={gistOf(clause.text)} />} errors={countErrors(problems, index)}
                  decides={result?.clause !== null && result?.clause === clause.name}
                />
              </li>
            ))}
          </ol>
        </section>
      )))}
      <p className="mbs-auto px-4 py-3 text-xs text-fg-muted"><FormattedMessage id="Rules.Clauses.Help" /></p>
    </nav>
  )
}

interface EntryProps {
  current: boolean
  onClick: () => void
  start: ReactNode
  title: ReactNode
  gist?: ReactNode
  errors: number
  decides?: boolean
}

function Entry({ current, onClick, start, title, gist, errors, decides = false }: EntryProps) {
  return (
    <button
      type="button" onClick={onClick} aria-current={current || undefined}
      className={cn('relative flex w-full min-w-0 items-start gap-2 rounded-control border border-transparent px-2 py-1.5 text-start hover:bg-surface-hover focus-ring-inset',
        current && 'bg-surface-selected before:absolute before:inset-bs-2 before:inset-be-2 before:-inset-s-px before:w-0.5 before:bg-accent')}
    >
      <span className="flex h-5 w-4 shrink-0 items-center justify-end">{start}</span>
      <span className="min-w-0 flex-1">
        <span className={cn('flex items-center gap-2', current && 'font-medium')}>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {decides ? <Badge tone="success"><Icon icon={Check} size={12} /><FormattedMessage id="Rules.Clauses.Decides" /></Badge> : null}
          {errors > 0 ? <Badge tone="danger"><Icon icon={CircleX} size={12} /><FormattedMessage id="Rules.Clauses.Errors" values={{ count: errors }} /></Badge> : null}
        </span>
        {gist === undefined ? null : <span className="block truncate text-xs text-fg-secondary">{gist}</span>}
      </span>
    </button>
  )
}

/** What a clause does, in words. */
function GistText({ gist }: { gist: Gist }) {
  const intl = useIntl()
  if (gist.kind === 'none') return <FormattedMessage id="Rules.Gist.none" />
  const decision = gist.kind === 'decide' ? intl.formatMessage({ id: `DesignSystem.Decision.${gist.decision.toLowerCase()}` }) : ''
  return <FormattedMessage id={`Rules.Gist.${gist.kind}`} values={{ decision, always: String(gist.condition === null), condition: <bdi key="condition" dir="ltr">{gist.condition}</bdi> }} />
}
