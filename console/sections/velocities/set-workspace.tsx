import { belowMd, EditorColumns, IconButton, useAnnounce, useMediaQuery, useToast } from '@assay/design-system'
import type { CodeEditorHandle } from '@assay/design-system/editor'
import type { RuleProblem, VelocitySetBody } from '@assay/risk-service/contract'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CodePane } from '../../platform/authoring/code-pane.tsx'
import { EditorSide } from '../../platform/authoring/editor-side.tsx'
import { ProblemList } from '../../platform/authoring/problem-list.tsx'
import { codeProblems, problemElsewhere, type Part } from '../../platform/authoring/problems.ts'
import { eventNamed, useEventNames, useEventVocabulary } from '../../platform/authoring/use-event-vocabulary.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { eventsOf, velocityName, type SetEdit } from './draft.ts'
import { SamplePane } from './sample-pane.tsx'
import { SetRail } from './set-rail.tsx'
import { TryBox } from './try-box.tsx'

interface SetWorkspaceProps {
  body: VelocitySetBody
  /** What counts at present. */
  published: VelocitySetBody | null
  edit: (edit: SetEdit) => void
  canEdit: boolean
  problems: readonly RuleProblem[]
}

/** Velocities, code with its problems, sample and live values: side by side, or one below the other where there is no room. */
export function SetWorkspace({ body, published, edit, canEdit, problems }: SetWorkspaceProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { toast } = useToast()
  const environmentId = useEnvironment().id
  const narrow = useMediaQuery(belowMd)
  const change = canEdit && !narrow
  const [chosen, setPart] = useState<Part>(0)
  const part = chosen === 'condition' || chosen < body.velocities.length ? chosen : body.velocities.length - 1
  const text = part === 'condition' ? body.condition : (body.velocities[part]?.text ?? '')
  const nameOf = (of: Part) => (of === 'condition' ? intl.formatMessage({ id: 'Rules.Condition.Title' }) : (velocityName(body.velocities[of]?.text ?? '') ?? intl.formatMessage({ id: 'Velocities.Unnamed' })))
  const vocabulary = useEventVocabulary(environmentId)
  const [asked, setEvent] = useState<string | null>(null)
  const event = eventNamed(vocabulary.events, asked ?? eventsOf(text)[0])
  const names = useEventNames(environmentId, event, 'velocity')
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
  // F8 goes through the whole set: past the last problem of a part comes the first of the next.
  const leaveProblems = (direction: 'next' | 'previous') => {
    const found = problemElsewhere(problems, part, direction)
    if (found) goTo(found)
    return found !== undefined
  }
  const move = (index: number, by: 1 | -1) => {
    edit({ type: 'move', index, by })
    setPart(index + by)
    announce(intl.formatMessage({ id: by === 1 ? 'Rules.Code.MovedDown' : 'Rules.Code.MovedUp' }, { name: nameOf(index) }))
  }
  const remove = (index: number) => {
    const removed = body.velocities[index]
    if (!removed) return
    edit({ type: 'remove', index })
    setPart(Math.max(0, index - 1))
    toast({
      title: intl.formatMessage({ id: 'Velocities.Deleted' }, { name: nameOf(index) }),
      action: { label: intl.formatMessage({ id: 'Rules.Undo' }), onAction: () => edit({ type: 'insert', index, text: removed.text }) },
    })
  }
  return (
    <EditorColumns
      rail={<SetRail body={body} edit={edit} canEdit={change} part={part} onPart={setPart} problems={problems} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Velocities.Side' })}
          first={{ title: <FormattedMessage id="Rules.Sample.Title" />, content: <SamplePane vocabulary={vocabulary} event={event} onEvent={setEvent} /> }}
          second={{ title: <FormattedMessage id="Velocities.Try.Title" />, labelledBy: 'velocity-try', content: <TryBox names={(published?.velocities ?? []).flatMap(each => velocityName(each.text) ?? [])} /> }}
        />
      }
    >
      {narrow && canEdit ? <p className="px-4 py-2 text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Narrow" /></p> : null}
      <CodePane
        title={nameOf(part)} text={text} onText={change ? next => edit({ type: 'text', part, text: next }) : undefined} problems={marks} names={names}
        context={part === 'condition' ? 'condition' : 'clause'} documentId={String(part)} handle={editor} onProblemEdge={leaveProblems} className={narrow ? 'h-[320px]' : 'min-h-0 flex-1'}
        commands={typeof part === 'number' ? (
          <>
            <IconButton icon={ArrowUp} label={intl.formatMessage({ id: 'Velocities.Up' })} disabled={part === 0} onClick={() => move(part, -1)} />
            <IconButton icon={ArrowDown} label={intl.formatMessage({ id: 'Velocities.Down' })} disabled={part === body.velocities.length - 1} onClick={() => move(part, 1)} />
          </>
        ) : undefined}
        lastCommands={typeof part === 'number' ? <IconButton icon={Trash2} label={intl.formatMessage({ id: 'Velocities.DeleteVelocity' })} disabled={body.velocities.length < 2} onClick={() => remove(part)} /> : undefined}
      />
      <ProblemList problems={problems} onJump={goTo} placeOf={problem => nameOf(problem.part)} />
    </EditorColumns>
  )
}
