import { Button, cn, Icon, IconButton, useAnnounce, useToast } from '@assay/design-system'
import { CodeEditor, type CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleBody, RuleProblem } from '@assay/risk-service/contract'
import { format, hover, type CheckEnvironment } from '@assay/risk-service/fql'
import { fql, fqlCompletions, straightQuotes } from '@assay/risk-service/fql/editor'
import { useQuery } from '@tanstack/react-query'
import { AlignLeft, ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useMemo, useState, type Ref } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { clauseNameFault, moveTarget, type DraftEdit, type Part } from './draft.ts'
import { InlineRename } from './inline-rename.tsx'
import { codeProblems, countErrors } from './problems.ts'
import { useRuleScope } from './scope.tsx'

interface CodePaneProps {
  body: RuleBody
  edit: (edit: DraftEdit) => void
  canEdit: boolean
  part: Part
  onPart: (part: Part) => void
  problems: readonly RuleProblem[]
  handle: Ref<CodeEditorHandle>
  /** F8 at the last problem of this part, Shift+F8 at the first. */
  onProblemEdge: (direction: 'next' | 'previous') => boolean
  className?: string
}

const noNames: CheckEnvironment = { attributes: new Map(), kind: 'decision', legacyScores: 'risk' }

/** The text of the condition or of one clause. */
export function CodePane({ body, edit, canEdit, part, onPart, problems, handle, onProblemEdge, className }: CodePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const names = useNames()
  const [renaming, setRenaming] = useState(false)
  const clause = part === 'condition' ? null : body.clauses[part]
  const text = clause?.text ?? (part === 'condition' ? body.condition : '')
  const title = clause?.name ?? intl.formatMessage({ id: 'Rules.Condition.Title' })
  const marks = useMemo(() => codeProblems(intl, problems, part), [intl, problems, part])
  const context = part === 'condition' ? 'condition' : 'clause'
  const completion = useMemo(() => fqlCompletions({ context, environment: () => names }), [context, names])
  const docs = useMemo(() => (code: string, offset: number) => {
    const found = hover(code, offset, names)
    return found && { from: found.from, to: found.to, title: found.title, ...(found.description === undefined ? {} : { detail: found.description }) }
  }, [names])

  const change = (next: string) => edit({ type: 'text', part, text: /[“”„‟‘’‚‛]/.test(next) && !/[“”„‟‘’‚‛]/.test(text) ? straightQuotes(next) : next })
  const tidy = () => {
    if (countErrors(problems, part) > 0) {
      toast({ title: intl.formatMessage({ id: 'Rules.Code.NotFormatted' }), tone: 'warning' })
      return
    }
    const next = format(text)
    if (next !== text) edit({ type: 'text', part, text: next })
    announce(intl.formatMessage({ id: 'Rules.Code.Formatted' }))
  }
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
    <div className={cn('flex min-w-0 flex-col', className)}>
      <div className="flex min-h-topbar shrink-0 flex-wrap items-center gap-1 border-be border-line-subtle ps-4 pe-2">
        <h2 className={cn('min-w-0 truncate font-semibold', renaming && 'sr-only')}><bdi>{title}</bdi></h2>
        {clause && canEdit && typeof part === 'number' ? (
          <InlineRename
            key={part} name={clause.name} label={intl.formatMessage({ id: 'Rules.Code.Rename' })} faultOf={name => clauseNameFault(name, body.clauses, part)}
            onOpenChange={setRenaming} onRename={name => edit({ type: 'renameClause', index: part, name })}
          />
        ) : null}
        {canEdit ? (
          <span className="ms-auto flex items-center gap-1">
            {typeof part === 'number' ? (
              <>
                <IconButton icon={ArrowUp} label={intl.formatMessage({ id: 'Rules.Code.Up' })} disabled={moveTarget(body.clauses, part, -1) === null} onClick={() => move(-1)} />
                <IconButton icon={ArrowDown} label={intl.formatMessage({ id: 'Rules.Code.Down' })} disabled={moveTarget(body.clauses, part, 1) === null} onClick={() => move(1)} />
              </>
            ) : null}
            <Button variant="ghost" onClick={tidy}><Icon icon={AlignLeft} /><FormattedMessage id="Rules.Code.Format" /></Button>
            {typeof part === 'number' ? (
              <IconButton icon={Trash2} label={intl.formatMessage({ id: 'Rules.Code.Delete' })} disabled={body.clauses.length < 2} onClick={remove} />
            ) : null}
          </span>
        ) : null}
      </div>
      <CodeEditor
        documentId={String(part)} className="min-h-0 flex-1" label={intl.formatMessage({ id: 'Rules.Code.Label' }, { name: title })} value={text} readOnly={!canEdit}
        language={fql} docs={docs} problems={marks} describedBy="rule-problems" handle={handle} onProblemEdge={onProblemEdge} {...(canEdit ? { completion, onValueChange: change } : {})}
      />
    </div>
  )
}

/** What rules can name here, for completion. */
function useNames(): CheckEnvironment {
  const { environmentId, eventType, botScore } = useRuleScope()
  const { data } = useQuery(api.rules.vocabulary.queryOptions({ input: { environmentId, eventType }, staleTime: Infinity }))
  return useMemo(() => data ? {
    ...noNames, legacyScores: botScore ? 'riskAndBot' : 'risk',
    attributes: new Map(data.attributes.map(({ path, type, description, values }) => [
      path.toLowerCase(), { path, type, ...(description === undefined ? {} : { description }), ...(values === undefined ? {} : { values }) },
    ])),
  } : noNames, [data, botScore])
}
