import { belowLg, belowMd, EditorColumns, Tab, TabList, TabPanel, Tabs, useMediaQuery } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleBody, RuleProblem } from '@assay/risk-service/contract'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ClauseList } from './clause-list.tsx'
import { CodePane } from './code-pane.tsx'
import { clausesInRunOrder, type DraftEdit, type Part } from './draft.ts'
import { EvaluationPane } from './evaluation-pane.tsx'
import { problemElsewhere } from './problems.ts'
import { ProblemList } from './problem-list.tsx'
import { SamplePane } from './sample-pane.tsx'
import type { RuleEvaluation } from './use-evaluation.ts'

export interface RuleWorkspaceProps {
  body: RuleBody
  edit: (edit: DraftEdit) => void
  /** Text and clauses may be changed; the sample may always be. */
  canEdit: boolean
  evaluation: RuleEvaluation
}

/** Clauses, code with its problems, sample and evaluation: side by side, or one below the other where there is no room. */
export function RuleWorkspace({ body, edit, canEdit, evaluation }: RuleWorkspaceProps) {
  const intl = useIntl()
  const narrow = useMediaQuery(belowMd)
  const tabbed = useMediaQuery(belowLg) && !narrow
  const change = canEdit && !narrow
  const [chosen, setPart] = useState<Part>(() => clausesInRunOrder(body.clauses).flatMap(group => group.clauses)[0]?.index ?? 0)
  const part = chosen === 'condition' || chosen < body.clauses.length ? chosen : body.clauses.length - 1
  const editor = useRef<CodeEditorHandle>(null)
  const [jump, setJump] = useState<{ offset: number } | null>(null)
  useEffect(() => {
    if (jump) editor.current?.goTo(jump.offset)
  }, [jump])
  const goTo = (problem: RuleProblem) => {
    setPart(problem.part)
    setJump({ offset: problem.from })
  }
  // F8 goes through the whole rule: past the last problem of a part comes the first of the next.
  const leaveProblems = (direction: 'next' | 'previous') => {
    const found = problemElsewhere(evaluation.problems, part, direction)
    if (found) goTo(found)
    return found !== undefined
  }
  const sample = <SamplePane body={body} edit={edit} />
  const result = <EvaluationPane body={body} evaluation={evaluation} />
  const side = tabbed ? (
    <Tabs defaultValue="evaluation" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="shrink-0 px-4"><TabList label={intl.formatMessage({ id: 'Rules.Editor.Side' })}>
        <Tab value="sample"><FormattedMessage id="Rules.Sample.Title" /></Tab>
        <Tab value="evaluation"><FormattedMessage id="Rules.Evaluation.Title" /></Tab>
      </TabList></div>
      <TabPanel value="sample" className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">{sample}</TabPanel>
      <TabPanel value="evaluation" className="min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden">{result}</TabPanel>
    </Tabs>
  ) : narrow ? result : (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex min-h-0 min-w-0 flex-col border-be border-line-subtle">{sample}</div>
      <div role="group" aria-labelledby="rule-evaluation" tabIndex={0} className="min-h-0 overflow-y-auto focus-ring-inset">{result}</div>
    </div>
  )
  return (
    <EditorColumns
      rail={<ClauseList className="min-h-0 flex-1" body={body} edit={edit} canEdit={change} part={part} onPart={setPart} evaluation={evaluation} />}
      side={side}
    >
      {narrow && canEdit ? <p className="px-4 py-2 text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Narrow" /></p> : null}
      <CodePane body={body} edit={edit} canEdit={change} part={part} onPart={setPart} problems={evaluation.problems} handle={editor} onProblemEdge={leaveProblems} className={narrow ? 'h-[320px]' : 'min-h-0 flex-1'} />
      <ProblemList problems={evaluation.problems} body={body} part={part} onJump={goTo} />
    </EditorColumns>
  )
}
