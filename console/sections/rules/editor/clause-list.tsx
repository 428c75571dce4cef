import {
  Button,
  cn,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { type ClauseTemplate, clauseTemplates, ruleLimits } from '@assay/risk-service/contract'
import { ChevronDown, Funnel, Plus } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RailEntry } from '../../../platform/authoring/editor/rail-entry.tsx'
import {
  type ClauseSummary,
  clauseSummaryOf,
  conditionSummaryOf,
} from '../../../platform/authoring/fql/clause-summary.ts'
import { countErrors, type Part } from '../../../platform/authoring/fql/diagnostics.ts'
import { type ClauseSection, clausesInRunOrder, freeClauseName, templateEdits } from '../rule-draft.ts'
import { sectionsOf, useRuleScope } from '../rule-scope.tsx'
import { starterClause, starterVisualClause } from '../starter-clause.ts'
import { useUnconditionalLabel } from '../use-scope-labels.ts'
import { ReferencedResources } from './referenced-resources.tsx'
import type { RuleWorkspaceProps } from './rule-workspace.tsx'

const isTemplateFor = (eventType: string): eventType is keyof typeof clauseTemplates =>
  Object.hasOwn(clauseTemplates, eventType)

interface ClauseListProps extends Omit<RuleWorkspaceProps, 'ruleId' | 'chosen'> {
  part: Part
  onPart: (part: Part) => void
  className?: string
}

/**
 * The condition and the clauses in run order, each with what it does, its faults, and whether it decided on the sample.
 */
export function ClauseList({
  type,
  body,
  edit,
  canEdit,
  part,
  onPart,
  inherited,
  evaluation,
  className,
}: ClauseListProps) {
  const intl = useIntl()
  const { problems, result, routed } = evaluation
  const every = useUnconditionalLabel()
  const scope = useRuleScope()
  const { eventType } = scope
  const sections = sectionsOf(scope, type)
  const decider = result?.clause ?? routed?.clause ?? null
  const groups = clausesInRunOrder(body.clauses).filter(
    group => sections.includes(group.section) || group.clauses.length > 0,
  )
  const add = (section: ClauseSection) => {
    const index = body.clauses.length
    edit({
      type: 'insertClause',
      index,
      clause: starterClause(intl, freeClauseName(body.clauses), section, type, scope),
    })
    onPart(index)
  }
  const addBlocks = () => {
    const index = body.clauses.length
    edit({
      type: 'insertClause',
      index,
      clause: starterVisualClause(intl, freeClauseName(body.clauses), sections.at(-1) ?? 'prior', scope),
    })
    onPart(index)
  }
  const addTemplate = ({ clauses }: ClauseTemplate) => {
    for (const change of templateEdits(body.clauses, clauses)) edit(change)
    onPart(body.clauses.length)
  }
  const templates =
    type !== 'decision'
      ? []
      : clauseTemplates[scope.templates ?? (isTemplateFor(eventType) ? eventType : 'own')].filter(
          ({ clauses }) => body.clauses.length + clauses.length <= ruleLimits.clauses,
        )
  const condition = conditionSummaryOf(body.condition)
  return (
    <nav
      aria-label={intl.formatMessage({ id: 'Rules.Clauses.Label' })}
      className={cn('flex min-h-0 min-w-0 flex-col overflow-y-auto bg-canvas', className)}
    >
      <h2 className="flex min-h-bar shrink-0 items-center px-4 font-semibold">
        <FormattedMessage id="Authoring.Condition" />
      </h2>
      <div className="px-2">
        <RailEntry
          current={part === 'condition'}
          onClick={() => onPart('condition')}
          start={<Icon icon={Funnel} size={12} className="text-fg-muted" />}
          errors={countErrors(problems, 'condition')}
          title={
            condition === null ? (
              <span className="text-fg-secondary">{every(eventType)}</span>
            ) : (
              <bdi dir="ltr" className="inline-block max-w-full truncate align-bottom font-mono text-xs">
                {condition}
              </bdi>
            )
          }
        />
      </div>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2 pbs-2">
        <h2 className="font-semibold">
          <FormattedMessage id="Rules.Clauses.Title" />
        </h2>
        <span className="text-xs text-fg-muted tabular-nums">{body.clauses.length}</span>
        {canEdit && body.clauses.length < ruleLimits.clauses ? (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button variant="ghost" size="sm" className="ms-auto">
                <Icon icon={Plus} size={12} />
                <FormattedMessage id="Rules.Clauses.New" />
                <Icon icon={ChevronDown} size={12} />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              {sections.map(section => (
                <DropdownMenuItem key={section} onSelect={() => add(section)}>
                  <FormattedMessage id={sections.length > 1 ? `Rules.Section.${section}` : 'Rules.Clauses.Blank'} />
                </DropdownMenuItem>
              ))}
              {type === 'decision' ? (
                <DropdownMenuItem onSelect={addBlocks}>
                  <FormattedMessage id="Rules.Clauses.FromConditions" />
                </DropdownMenuItem>
              ) : null}
              {templates.length > 0 ? (
                <>
                  <DropdownMenuSeparator />
                  <DropdownMenuLabel>
                    <FormattedMessage id="Rules.ClauseTemplate.Title" />
                  </DropdownMenuLabel>
                </>
              ) : null}
              {templates.map(template => (
                <DropdownMenuItem key={template.key} onSelect={() => addTemplate(template)}>
                  <FormattedMessage id={`Rules.ClauseTemplate.${template.key}`} />
                </DropdownMenuItem>
              ))}
            </DropdownMenuContent>
          </DropdownMenu>
        ) : null}
      </div>
      {groups.map(group =>
        group.clauses.length === 0 ? null : (
          <section
            key={group.section}
            className="px-2 pbe-2"
            aria-label={intl.formatMessage({
              id: sections.length > 1 ? `Rules.Section.${group.section}` : 'Rules.Clauses.Title',
            })}
          >
            {sections.length > 1 ? (
              <h3 className="px-2 py-1 text-xs font-medium text-fg-muted">
                <FormattedMessage id={`Rules.Section.${group.section}`} />
              </h3>
            ) : null}
            <ol className="flex flex-col gap-0.5">
              {group.clauses.map(({ clause, index, number }) => (
                <li key={index}>
                  <RailEntry
                    current={part === index}
                    onClick={() => onPart(index)}
                    start={<span className="text-xs text-fg-muted tabular-nums">{number}</span>}
                    title={<bdi>{clause.name}</bdi>}
                    summary={<ClauseSummaryText gist={clauseSummaryOf(clause.text)} />}
                    errors={countErrors(problems, index)}
                    decides={decider !== null && decider === clause.name}
                  />
                </li>
              ))}
            </ol>
          </section>
        ),
      )}
      <ReferencedResources body={body} linked={!inherited} />
      <p className="mbs-auto px-4 py-3 text-xs text-fg-muted">
        <FormattedMessage id={`Rules.Clauses.Help.${type}`} />
      </p>
    </nav>
  )
}

/** What a clause does, in words. */
function ClauseSummaryText({ gist }: { gist: ClauseSummary }) {
  const intl = useIntl()
  if (gist.kind === 'none') return <FormattedMessage id="Rules.Gist.none" />
  const decision =
    gist.kind === 'decide' ? intl.formatMessage({ id: `DesignSystem.Decision.${gist.decision.toLowerCase()}` }) : ''
  const queue =
    gist.kind === 'route' ? (
      <bdi key="queue" className="min-w-0 truncate">
        {gist.queue}
      </bdi>
    ) : (
      ''
    )
  // The code has a box of its own: cut at its own end, and not where the line of the language happens to end.
  return (
    <span className="flex min-w-0 gap-1">
      <FormattedMessage
        id={`Rules.Gist.${gist.kind}`}
        values={{
          decision,
          queue,
          always: String(gist.condition === null),
          condition: (
            <bdi key="condition" dir="ltr" className="min-w-0 truncate">
              {gist.condition}
            </bdi>
          ),
        }}
      />
    </span>
  )
}
