import type { RuleProblem, VelocitySetBody } from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CodePane } from '../../platform/authoring/code-pane.tsx'
import { EditorSide } from '../../platform/authoring/editor-side.tsx'
import { PartsWorkspace } from '../../platform/authoring/parts-workspace.tsx'
import { codeProblems, type Part } from '../../platform/authoring/problems.ts'
import { eventNamed, useEventNames, useEventVocabulary } from '../../platform/authoring/use-event-vocabulary.ts'
import { type ChosenPart, usePartCommands, useParts } from '../../platform/authoring/use-parts.tsx'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { eventsOf, type SetEdit, velocityName } from './draft.ts'
import { SamplePane } from './sample-pane.tsx'
import { SetRail } from './set-rail.tsx'
import { TryBox } from './try-box.tsx'

interface SetWorkspaceProps {
  setId: string
  body: VelocitySetBody
  /** What counts at present. */
  published: VelocitySetBody | null
  edit: (edit: SetEdit) => void
  chosen: ChosenPart
  canEdit: boolean
  problems: readonly RuleProblem[]
}

/** Velocities, code with its problems, sample and live values. */
export function SetWorkspace({ setId, body, published, edit, chosen, canEdit, problems }: SetWorkspaceProps) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const parts = useParts({ problems, count: body.velocities.length, canEdit, chosen })
  const { part } = parts
  const text = part === 'condition' ? body.condition : (body.velocities[part]?.text ?? '')
  const nameOf = (of: Part) =>
    of === 'condition'
      ? intl.formatMessage({ id: 'Rules.Condition.Title' })
      : (velocityName(body.velocities[of]?.text ?? '') ?? intl.formatMessage({ id: 'Velocities.Unnamed' }))
  const vocabulary = useEventVocabulary(environmentId)
  const [asked, setEvent] = useState<string | null>(null)
  const event = eventNamed(vocabulary.events, asked ?? eventsOf(text)[0])
  const names = useEventNames(environmentId, event, 'velocity')
  const marks = useMemo(() => codeProblems(intl, problems, part), [intl, problems, part])
  const commands = usePartCommands(parts, {
    count: body.velocities.length,
    nameOf,
    labels: {
      up: intl.formatMessage({ id: 'Velocities.Up' }),
      down: intl.formatMessage({ id: 'Velocities.Down' }),
      remove: intl.formatMessage({ id: 'Velocities.DeleteVelocity' }),
    },
    move: (index, by) => edit({ type: 'move', index, by }),
    remove: index => {
      const removed = body.velocities[index]
      edit({ type: 'remove', index })
      return () => {
        if (removed) edit({ type: 'insert', index, text: removed.text })
      }
    },
    removed: name => intl.formatMessage({ id: 'Velocities.Deleted' }, { name }),
  })
  return (
    <PartsWorkspace
      parts={parts}
      canEdit={canEdit}
      problems={problems}
      nameOf={nameOf}
      rail={<SetRail body={body} edit={edit} parts={parts} problems={problems} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Velocities.Side' })}
          first={{
            title: <FormattedMessage id="Rules.Sample.Title" />,
            content: <SamplePane vocabulary={vocabulary} event={event} onEvent={setEvent} />,
          }}
          second={{
            title: <FormattedMessage id="Velocities.Try.Title" />,
            labelledBy: 'velocity-try',
            content: (
              <TryBox
                setId={setId}
                names={(published?.velocities ?? []).flatMap(each => velocityName(each.text) ?? [])}
              />
            ),
          }}
        />
      }
    >
      <CodePane
        {...parts.code}
        {...commands}
        title={nameOf(part)}
        text={text}
        onText={parts.change ? next => edit({ type: 'text', part, text: next }) : undefined}
        problems={marks}
        names={names}
        context={part === 'condition' ? 'condition' : 'clause'}
      />
    </PartsWorkspace>
  )
}
