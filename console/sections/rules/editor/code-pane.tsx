import { Button, Icon, IconButton, useAnnounce, useToast } from '@assay/design-system'
import type { RuleBody, RuleDiagnostic, RuleType } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import type { CheckEnvironment } from '@assay/risk-service/fql'
import { ArrowDown, ArrowUp, Table2, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Parts } from '../../../platform/authoring/editor/use-parts.tsx'
import { CodePane as Pane } from '../../../platform/authoring/fql/code-pane.tsx'
import { editorDiagnostics } from '../../../platform/authoring/fql/diagnostics.ts'
import { attributesByPath, useResourceNames } from '../../../platform/authoring/fql/resource-names.ts'
import { InlineRename } from '../../../platform/authoring/naming/inline-rename.tsx'
import { moveTarget, type RuleEdit, validateClauseName } from '../rule-draft.ts'
import { useRuleVocabulary } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useClauseViews } from '../visual/use-clause-views.tsx'

interface CodePaneProps {
  type: RuleType
  body: RuleBody
  edit: (edit: RuleEdit) => void
  parts: Parts
  /** Code can be changed only on a wide page, blocks on any. */
  canEditBlocks: boolean
  problems: readonly RuleDiagnostic[]
  /** Shows all clauses as a table. */
  onTable: () => void
}

/** The text of the condition or of one clause. */
export function CodePane({ type, body, edit, parts, canEditBlocks, problems, onTable }: CodePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const names = useCompletionNames(type)
  const { part, setPart, place, change } = parts
  const [renaming, setRenaming] = useState(false)
  const clause = part === 'condition' ? null : body.clauses[part]
  const text = clause?.text ?? (part === 'condition' ? body.condition : '')
  const title = clause?.name ?? intl.formatMessage({ id: 'Authoring.Condition' })
  const { switcher, instead, bar, locked } = useClauseViews({ type, body, part, edit, canEdit: canEditBlocks, place })
  const marks = useMemo(() => editorDiagnostics(intl, problems, part), [intl, problems, part])

  const move = (by: 1 | -1) => {
    if (part === 'condition') return
    const target = moveTarget(body.clauses, part, by)
    if (target === null) return
    edit({ type: 'moveClause', index: part, by })
    setPart(target)
    announce(
      intl.formatMessage({ id: by === 1 ? 'Authoring.Code.MovedDown' : 'Authoring.Code.MovedUp' }, { name: title }),
    )
  }
  const remove = () => {
    if (part === 'condition' || !clause) return
    edit({ type: 'removeClause', index: part })
    setPart(Math.max(0, part - 1))
    toast({
      title: intl.formatMessage({ id: 'Rules.Code.Deleted' }, { name: clause.name }),
      action: {
        label: intl.formatMessage({ id: 'Common.Undo' }),
        onAction: () => edit({ type: 'insertClause', index: part, clause }),
      },
    })
  }
  return (
    <Pane
      {...parts.code}
      title={title}
      renaming={renaming}
      text={text}
      onText={change ? next => edit({ type: 'text', part, text: next }) : undefined}
      problems={marks}
      context={part === 'condition' ? 'condition' : 'clause'}
      names={names}
      titleEnd={
        clause && change && typeof part === 'number' ? (
          <InlineRename
            key={part}
            name={clause.name}
            label={intl.formatMessage({ id: 'Rules.Code.Rename' })}
            faultOf={name => validateClauseName(name, body.clauses, part)}
            onOpenChange={setRenaming}
            onRename={name => edit({ type: 'renameClause', index: part, name })}
          />
        ) : undefined
      }
      commands={
        typeof part === 'number' ? (
          <>
            <IconButton
              icon={ArrowUp}
              label={intl.formatMessage({ id: 'Rules.Code.Up' })}
              disabled={moveTarget(body.clauses, part, -1) === null}
              onClick={() => move(-1)}
            />
            <IconButton
              icon={ArrowDown}
              label={intl.formatMessage({ id: 'Rules.Code.Down' })}
              disabled={moveTarget(body.clauses, part, 1) === null}
              onClick={() => move(1)}
            />
          </>
        ) : undefined
      }
      lastCommands={
        typeof part === 'number' ? (
          <IconButton
            icon={Trash2}
            label={intl.formatMessage({ id: 'Rules.Code.Delete' })}
            disabled={body.clauses.length < 2}
            onClick={remove}
          />
        ) : undefined
      }
      views={
        <>
          {switcher}
          <Button variant="ghost" onClick={onTable}>
            <Icon icon={Table2} />
            <FormattedMessage id="Rules.Table.Open" />
          </Button>
        </>
      }
      {...defined({ instead })}
      fields={bar}
      locked={locked}
    />
  )
}

/** What rules can name here. */
function useCompletionNames(type: RuleType): CheckEnvironment {
  const { environmentId, scored, botScore } = useRuleScope()
  const data = useRuleVocabulary()
  const resources = useResourceNames(environmentId)
  return useMemo(
    () => ({
      ...resources,
      attributes: attributesByPath(data?.attributes ?? []),
      kind: type,
      ...(data?.queues ? { queues: new Set(data.queues) } : {}),
      ...(type === 'decision' && scored ? { legacyScores: botScore ? 'riskAndBot' : 'risk' } : {}),
    }),
    [data, resources, type, scored, botScore],
  )
}
