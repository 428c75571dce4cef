import { belowMd, EditorColumns, useMediaQuery } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleBody, RuleProblem, RuleType } from '@assay/risk-service/contract'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ClauseList } from './clause-list.tsx'
import { CodePane } from './code-pane.tsx'
import { EditorSide } from '../../platform/authoring/editor-side.tsx'
import { clausesInRunOrder, type DraftEdit } from './draft.ts'
import { EvaluationPane } from './evaluation-pane.tsx'
import { problemElsewhere, type Part } from '../../platform/authoring/problems.ts'
import { ProblemList } from '../../platform/authoring/problem-list.tsx'
import { SamplePane } from './sample-pane.tsx'
import type { RuleEvaluation } from './use-evaluation.ts'

export interface RuleWorkspaceProps {
  ruleId: string
  type: RuleType
  body: RuleBody
  edit: (edit: DraftEdit) => void
  /** Text and clauses may be changed; the sample may always be. */
  canEdit: boolean
  /** It belongs to an environment above. */
  inherited: boolean
  evaluation: RuleEvaluation
}

/** Clauses, code with its problems, sample and evaluation: side by side, or one below the other where there is no room. */
export function RuleWorkspace({ ruleId, type, body, edit, canEdit, inherited, evaluation }: RuleWorkspaceProps) {
  const intl = useIntl()
  const narrow = useMediaQuery(belowMd)
  const change = canEdit && !narrow
  const [chosen, setPart] = useState<Part>(() => clausesInRunOrder(body.clauses).flatMap(group => group.clauses)[0]?.index ?? 0)
  const part = chosen === 'condition' || chosen < body.clauses.length ? chosen : body.clauses.length - 1
  const editor = useRef<CodeEditorHandle>(null)
  const [jump, setJump] = useState<{ part: Part; offset: number } | null>(null)
  useEffect(() => {
    if (jump) editor.current?.goTo(jump.offset)
  }, [jump])
  const goTo = (problem: RuleProblem) => {
    setPart(problem.part)
    setJump({ part: problem.part, offset: problem.from })
  }
  // F8 goes through the whole rule: past the last problem of a part comes the first of the next.
  const leaveProblems = (direction: 'next' | 'previous') => {
    const found = problemElsewhere(evaluation.problems, part, direction)
    if (found) goTo(found)
    return found !== undefined
  }
  return (
    <EditorColumns
      rail={<ClauseList className="min-h-0 flex-1" type={type} body={body} edit={edit} canEdit={change} part={part} onPart={setPart} inherited={inherited} evaluation={evaluation} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Rules.Editor.Side' })}
          first={{ title: <FormattedMessage id="Rules.Sample.Title" />, content: <SamplePane ruleId={ruleId} body={body} edit={edit} /> }}
          second={type === 'postDecision' ? undefined : { title: <FormattedMessage id="Rules.Evaluation.Title" />, labelledBy: 'rule-evaluation', content: <EvaluationPane body={body} evaluation={evaluation} /> }}
        />
      }
    >
      {narrow && canEdit ? <p className="px-4 py-2 text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Narrow" /></p> : null}
      <CodePane type={type} body={body} edit={edit} canEdit={change} canEditBlocks={canEdit} part={part} onPart={setPart} place={jump} problems={evaluation.problems} handle={editor} onProblemEdge={leaveProblems} className={narrow ? 'h-[320px]' : 'min-h-0 flex-1'} />
      <ProblemList
        problems={evaluation.problems} onJump={goTo}
        placeOf={problem => (problem.part === 'condition' ? intl.formatMessage({ id: 'Rules.Condition.Title' }) : (body.clauses[problem.part]?.name ?? problem.clause ?? ''))}
      />
    </EditorColumns>
  )
}
