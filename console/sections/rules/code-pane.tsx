import { IconButton, useAnnounce, useToast } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleBody, RuleProblem, RuleType } from '@assay/risk-service/contract'
import type { CheckEnvironment } from '@assay/risk-service/fql'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useMemo, useState, type Ref } from 'react'
import { useIntl } from 'react-intl'
import { CodePane as Pane } from '../../platform/authoring/code-pane.tsx'
import { InlineRename } from '../../platform/authoring/inline-rename.tsx'
import { codeProblems, type Part } from '../../platform/authoring/problems.ts'
import { attributesOf, useResourceNames } from '../../platform/authoring/resource-names.ts'
import { clauseNameFault, moveTarget, type DraftEdit } from './draft.ts'
import { useVocabulary } from './rule-calls.ts'
import { useRuleScope } from './scope.tsx'
import { useViews } from './visual/use-views.tsx'

interface CodePaneProps {
  type: RuleType
  body: RuleBody
  edit: (edit: DraftEdit) => void
  /** Code is changed only where there is room for it, blocks anywhere. */
  canEdit: boolean
  canEditBlocks: boolean
  part: Part
  onPart: (part: Part) => void
  /** Where a problem is that somebody went to. */
  place: { part: Part } | null
  problems: readonly RuleProblem[]
  handle: Ref<CodeEditorHandle>
  /** F8 at the last problem of this part, Shift+F8 at the first. */
  onProblemEdge: (direction: 'next' | 'previous') => boolean
  className?: string
}

/** The text of the condition or of one clause. */
export function CodePane({ type, body, edit, canEdit, canEditBlocks, part, onPart, place, problems, handle, onProblemEdge, className }: CodePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const names = useNames(type)
  const [renaming, setRenaming] = useState(false)
  const clause = part === 'condition' ? null : body.clauses[part]
  const text = clause?.text ?? (part === 'condition' ? body.condition : '')
  const title = clause?.name ?? intl.formatMessage({ id: 'Rules.Condition.Title' })
  const { switcher, instead, bar, locked } = useViews({ type, body, part, edit, canEdit: canEditBlocks, place })
  const marks = useMemo(() => codeProblems(intl, problems, part), [intl, problems, part])

  const move = (by: 1 | -1) => {
    if (part === 'condition') return
    const target = moveTarget(body.clauses, part, by)
    if (target === null) return
    edit({ type: 'moveClause', index: part, by })
    onPart(target)
    announce(intl.formatMessage({ id: by === 1 ? 'Rules.Code.MovedDown' : 'Rules.Code.MovedUp' }, { name: title }))
  }
  const remove = () => {
    if (part === 'condition' || !clause) return
    edit({ type: 'removeClause', index: part })
    onPart(Math.max(0, part - 1))
    toast({
      title: intl.formatMessage({ id: 'Rules.Code.Deleted' }, { name: clause.name }),
      action: { label: intl.formatMessage({ id: 'Rules.Undo' }), onAction: () => edit({ type: 'insertClause', index: part, clause }) },
    })
  }
  return (
    <Pane
      title={title} renaming={renaming} text={text} onText={canEdit ? next => edit({ type: 'text', part, text: next }) : undefined}
      problems={marks} context={part === 'condition' ? 'condition' : 'clause'} names={names} documentId={String(part)} handle={handle} onProblemEdge={onProblemEdge}
      titleEnd={clause && canEdit && typeof part === 'number' ? (
        <InlineRename
          key={part} name={clause.name} label={intl.formatMessage({ id: 'Rules.Code.Rename' })} faultOf={name => clauseNameFault(name, body.clauses, part)}
          onOpenChange={setRenaming} onRename={name => edit({ type: 'renameClause', index: part, name })}
        />
      ) : undefined}
      commands={typeof part === 'number' ? (
        <>
          <IconButton icon={ArrowUp} label={intl.formatMessage({ id: 'Rules.Code.Up' })} disabled={moveTarget(body.clauses, part, -1) === null} onClick={() => move(-1)} />
          <IconButton icon={ArrowDown} label={intl.formatMessage({ id: 'Rules.Code.Down' })} disabled={moveTarget(body.clauses, part, 1) === null} onClick={() => move(1)} />
        </>
      ) : undefined}
      lastCommands={typeof part === 'number' ? <IconButton icon={Trash2} label={intl.formatMessage({ id: 'Rules.Code.Delete' })} disabled={body.clauses.length < 2} onClick={remove} /> : undefined}
      {...(switcher === undefined ? {} : { views: switcher })} {...(instead === undefined ? {} : { instead })} fields={bar} locked={locked}
      {...(className === undefined ? {} : { className })}
    />
  )
}

/** What rules can name here. */
function useNames(type: RuleType): CheckEnvironment {
  const { environmentId, scored, botScore } = useRuleScope()
  const data = useVocabulary()
  const resources = useResourceNames(environmentId)
  return useMemo(() => ({
    ...resources, attributes: attributesOf(data?.attributes ?? []), kind: type,
    ...(data?.queues ? { queues: new Set(data.queues) } : {}), ...(type === 'decision' && scored ? { legacyScores: botScore ? 'riskAndBot' : 'risk' } : {}),
  }), [data, resources, type, scored, botScore])
}
