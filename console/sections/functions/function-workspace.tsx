import { belowMd, EditorColumns, IconButton, useAnnounce, useMediaQuery, useToast } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { FunctionBody, RuleProblem } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CodePane } from '../../platform/authoring/code-pane.tsx'
import { EditorSide } from '../../platform/authoring/editor-side.tsx'
import { InlineRename } from '../../platform/authoring/inline-rename.tsx'
import { identifierFault } from '../../platform/authoring/names.ts'
import { ProblemList } from '../../platform/authoring/problem-list.tsx'
import { codeProblems, problemElsewhere, type Part } from '../../platform/authoring/problems.ts'
import { eventNamed, useEventNames, useEventVocabulary } from '../../platform/authoring/use-event-vocabulary.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import type { FunctionEdit } from './draft.ts'
import { EvaluationPane } from './evaluation-pane.tsx'
import { FunctionRail } from './function-rail.tsx'
import { ParametersPane } from './parameters-pane.tsx'
import { PropertyFields } from './property-fields.tsx'
import { SamplePane } from './sample-pane.tsx'
import type { FunctionEvaluation } from './use-function-draft.ts'

interface FunctionWorkspaceProps {
  body: FunctionBody
  edit: (edit: FunctionEdit) => void
  canEdit: boolean
  evaluation: FunctionEvaluation
}

/** Parameters and properties, code with its problems, sample and results: side by side, or one below the other where there is no room. */
export function FunctionWorkspace({ body, edit, canEdit, evaluation }: FunctionWorkspaceProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const environmentId = useEnvironment().id
  const narrow = useMediaQuery(belowMd)
  const change = canEdit && !narrow
  const { problems } = evaluation
  const { properties } = body
  const [chosen, setPart] = useState<Part>(0)
  const [renaming, setRenaming] = useState(false)
  const part = chosen === 'condition' || chosen < properties.length ? chosen : properties.length - 1
  const property = part === 'condition' ? undefined : properties[part]
  const nameOf = (of: Part) => (of === 'condition' ? intl.formatMessage({ id: 'Functions.Parameters' }) : (properties[of]?.name ?? ''))
  const vocabulary = useEventVocabulary(environmentId)
  const names = useEventNames(environmentId, eventNamed(vocabulary.events, body.sample.eventType), 'function')
  const marks = useMemo(() => codeProblems(intl, problems, part), [intl, problems, part])
  const editor = useRef<CodeEditorHandle>(null)
  const [jump, setJump] = useState<{ offset: number } | null>(null)
  useEffect(() => {
    if (jump) editor.current?.goTo(jump.offset)
  }, [jump])
  const goTo = (problem: RuleProblem) => {
    setPart(problem.part)
    setJump({ offset: problem.from })
  }
  // F8 goes through the whole function: past the last problem of a part comes the first of the next.
  const leaveProblems = (direction: 'next' | 'previous') => {
    const found = problemElsewhere(problems, part, direction)
    if (found) goTo(found)
    return found !== undefined
  }
  const move = (index: number, by: 1 | -1) => {
    edit({ type: 'moveProperty', index, by })
    setPart(index + by)
    announce(intl.formatMessage({ id: by === 1 ? 'Rules.Code.MovedDown' : 'Rules.Code.MovedUp' }, { name: nameOf(index) }))
  }
  const remove = (index: number) => {
    const removed = properties[index]
    if (!removed) return
    edit({ type: 'removeProperty', index })
    setPart(Math.max(0, index - 1))
    toast({
      title: intl.formatMessage({ id: 'Functions.PropertyDeleted' }, { name: removed.name }),
      action: { label: intl.formatMessage({ id: 'Rules.Undo' }), onAction: () => edit({ type: 'insertProperty', index, property: removed }) },
    })
  }
  return (
    <EditorColumns
      rail={<FunctionRail body={body} edit={edit} canEdit={change} part={part} onPart={setPart} problems={problems} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Rules.Editor.Side' })}
          first={{ title: <FormattedMessage id="Rules.Sample.Title" />, content: <SamplePane sample={body.sample} vocabulary={vocabulary} onSample={sample => edit({ type: 'sample', sample })} /> }}
          second={{ title: <FormattedMessage id="Functions.Evaluation.Title" />, labelledBy: 'function-evaluation', content: <EvaluationPane evaluation={evaluation} /> }}
        />
      }
    >
      {narrow && canEdit ? <p className="px-4 py-2 text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Narrow" /></p> : null}
      {property === undefined || part === 'condition' ? <ParametersPane body={body} edit={edit} canEdit={change} problems={problems} /> : (
        <CodePane
          title={property.name} renaming={renaming} text={property.code} onText={change ? code => edit({ type: 'property', index: part, property: { code } }) : undefined}
          problems={marks} names={names} context="clause" documentId={String(part)} handle={editor} onProblemEdge={leaveProblems} className={narrow ? 'h-[320px]' : 'min-h-0 flex-1'}
          titleEnd={change ? (
            <InlineRename
              key={part} name={property.name} label={intl.formatMessage({ id: 'Functions.RenameProperty' })}
              faultOf={name => identifierFault(name, properties.flatMap((each, at) => (at === part ? [] : each.name)))}
              onOpenChange={setRenaming} onRename={name => edit({ type: 'property', index: part, property: { name } })}
            />
          ) : undefined}
          commands={
            <>
              <IconButton icon={ArrowUp} label={intl.formatMessage({ id: 'Functions.Up' })} disabled={part === 0} onClick={() => move(part, -1)} />
              <IconButton icon={ArrowDown} label={intl.formatMessage({ id: 'Functions.Down' })} disabled={part === properties.length - 1} onClick={() => move(part, 1)} />
            </>
          }
          lastCommands={<IconButton icon={Trash2} label={intl.formatMessage({ id: 'Functions.DeleteProperty' })} disabled={properties.length < 2} onClick={() => remove(part)} />}
          fields={<PropertyFields property={property} canEdit={change} onChange={next => edit({ type: 'property', index: part, property: next })} />}
        />
      )}
      <ProblemList problems={problems} onJump={goTo} placeOf={problem => nameOf(problem.part)} />
    </EditorColumns>
  )
}
