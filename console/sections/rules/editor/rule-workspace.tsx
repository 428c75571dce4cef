import type { RuleBody, RuleDiagnostic, RuleType } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { EditorSide } from '../../../platform/authoring/editor/editor-side.tsx'
import { PartsWorkspace } from '../../../platform/authoring/editor/parts-workspace.tsx'
import { type ChosenPart, useParts } from '../../../platform/authoring/editor/use-parts.tsx'
import { DiagnosticList } from '../../../platform/authoring/fql/diagnostic-list.tsx'
import type { Part } from '../../../platform/authoring/fql/diagnostics.ts'
import { defaultedParameter, useSearchState } from '../../../platform/router/use-search-state.ts'
import { clausesInRunOrder, type RuleEdit } from '../rule-draft.ts'
import { SampleFigures } from '../sample/sample-figures.tsx'
import { TableView } from '../table/view/table-view.tsx'
import { isOfBlocks } from '../visual/unfinished-parts.tsx'
import { ClauseList } from './clause-list.tsx'
import { CodePane } from './code-pane.tsx'
import { EvaluationPane } from './evaluation-pane.tsx'
import { SamplePane } from './sample-pane.tsx'
import type { RuleEvaluation } from './use-rule-evaluation.ts'

/** In the address: all clauses as a table, or one part at a time. */
const workspaceSchema = { view: defaultedParameter(['part', 'table'], 'part') }

export interface RuleWorkspaceProps {
  ruleId: string
  type: RuleType
  body: RuleBody
  edit: (edit: RuleEdit) => void
  chosen: ChosenPart
  /** Text and clauses may be changed; the sample may always be. */
  canEdit: boolean
  /** It belongs to an environment above. */
  inherited: boolean
  evaluation: RuleEvaluation
}

/** Clauses, code with its problems, sample and evaluation. */
export function RuleWorkspace({
  ruleId,
  type,
  body,
  edit,
  chosen,
  canEdit,
  inherited,
  evaluation,
}: RuleWorkspaceProps) {
  const intl = useIntl()
  const { problems } = evaluation
  const [{ view }, setSearchState] = useSearchState(workspaceSchema)
  const parts = useParts({
    problems: problems.filter(problem => !isOfBlocks(problem)),
    count: body.clauses.length,
    canEdit,
    chosen,
    first: () => clausesInRunOrder(body.clauses).flatMap(group => group.clauses)[0]?.index ?? 0,
  })
  const figures = canEdit && type === 'decision' ? <SampleFigures body={body} /> : null
  const nameOf = (part: Part) =>
    part === 'condition' ? intl.formatMessage({ id: 'Authoring.Condition' }) : (body.clauses[part]?.name ?? '')
  // The code does not have the block in question: a problem of blocks leads to them.
  const goTo = (problem: RuleDiagnostic) => (isOfBlocks(problem) ? parts.setPart(problem.part) : parts.goTo(problem))
  if (view === 'table')
    return (
      <TableView
        type={type}
        body={body}
        edit={edit}
        canEdit={canEdit}
        problems={problems}
        onClauses={() => setSearchState({ view: 'part' }, 'push')}
      >
        {figures}
        <DiagnosticList
          problems={problems}
          onJump={problem => {
            setSearchState({ view: 'part' }, 'push')
            goTo(problem)
          }}
          placeOf={({ part, clause }) => nameOf(part) || (clause ?? '')}
        />
      </TableView>
    )
  return (
    <PartsWorkspace
      parts={{ ...parts, goTo }}
      canEdit={canEdit}
      problems={problems}
      nameOf={nameOf}
      rail={
        <ClauseList
          className="min-h-0 flex-1"
          type={type}
          body={body}
          edit={edit}
          canEdit={parts.change}
          part={parts.part}
          onPart={parts.setPart}
          inherited={inherited}
          evaluation={evaluation}
        />
      }
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Authoring.Editor.Side' })}
          first={{
            title: <FormattedMessage id="Authoring.Sample.Title" />,
            content: <SamplePane ruleId={ruleId} body={body} edit={edit} />,
          }}
          second={
            type === 'postDecision'
              ? undefined
              : {
                  title: <FormattedMessage id="Rules.Evaluation.Title" />,
                  labelledBy: 'rule-evaluation',
                  content: <EvaluationPane body={body} evaluation={evaluation} />,
                }
          }
        />
      }
    >
      <CodePane
        type={type}
        body={body}
        edit={edit}
        parts={parts}
        canEditBlocks={canEdit}
        problems={problems}
        onTable={() => setSearchState({ view: 'table' }, 'push')}
      />
      {figures}
    </PartsWorkspace>
  )
}
