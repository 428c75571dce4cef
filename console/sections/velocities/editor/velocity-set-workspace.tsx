import type { RuleDiagnostic, VelocitySetBody } from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EditorSide } from '../../../platform/authoring/editor/editor-side.tsx'
import { PartsWorkspace } from '../../../platform/authoring/editor/parts-workspace.tsx'
import { type ChosenPart, usePartCommands, useParts } from '../../../platform/authoring/editor/use-parts.tsx'
import { CodePane } from '../../../platform/authoring/fql/code-pane.tsx'
import { editorDiagnostics, type Part } from '../../../platform/authoring/fql/diagnostics.ts'
import {
  findEvent,
  useCheckEnvironment,
  useEventVocabulary,
} from '../../../platform/authoring/fql/use-event-vocabulary.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { eventsOf, type VelocitySetEdit, velocityName } from '../velocity-set-draft.ts'
import { SamplePane } from './sample-pane.tsx'
import { VelocitySetRail } from './velocity-set-rail.tsx'
import { VelocityTester } from './velocity-tester.tsx'

interface VelocitySetWorkspaceProps {
  setId: string
  body: VelocitySetBody
  /** What counts at present. */
  published: VelocitySetBody | null
  edit: (edit: VelocitySetEdit) => void
  chosen: ChosenPart
  canEdit: boolean
  problems: readonly RuleDiagnostic[]
}

/** Velocities, code with its problems, sample and live values. */
export function VelocitySetWorkspace({
  setId,
  body,
  published,
  edit,
  chosen,
  canEdit,
  problems,
}: VelocitySetWorkspaceProps) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const parts = useParts({ problems, count: body.velocities.length, canEdit, chosen })
  const { part } = parts
  const text = part === 'condition' ? body.condition : (body.velocities[part]?.text ?? '')
  const nameOf = (of: Part) =>
    of === 'condition'
      ? intl.formatMessage({ id: 'Authoring.Condition' })
      : (velocityName(body.velocities[of]?.text ?? '') ?? intl.formatMessage({ id: 'Velocities.Unnamed' }))
  const vocabulary = useEventVocabulary(environmentId)
  const [chosenEvent, setEvent] = useState<string | null>(null)
  const event = findEvent(vocabulary.events, chosenEvent ?? eventsOf(text)[0])
  const names = useCheckEnvironment(environmentId, event, 'velocity')
  const marks = useMemo(() => editorDiagnostics(intl, problems, part), [intl, problems, part])
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
      rail={<VelocitySetRail body={body} edit={edit} parts={parts} problems={problems} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Velocities.Side' })}
          first={{
            title: <FormattedMessage id="Authoring.Sample.Title" />,
            content: <SamplePane vocabulary={vocabulary} event={event} onEvent={setEvent} />,
          }}
          second={{
            title: <FormattedMessage id="Velocities.Tester.Title" />,
            labelledBy: 'velocity-try',
            content: (
              <VelocityTester
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
