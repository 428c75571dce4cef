import type { FunctionBody } from '@assay/risk-service/contract'
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
import { InlineRename } from '../../../platform/authoring/naming/inline-rename.tsx'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import type { FunctionEdit } from '../function-draft.ts'
import { EvaluationPane } from './evaluation-pane.tsx'
import { FunctionRail } from './function-rail.tsx'
import { ParametersPane } from './parameters-pane.tsx'
import { PropertyFields } from './property-fields.tsx'
import { SamplePane } from './sample-pane.tsx'
import type { FunctionEvaluation } from './use-function-draft.ts'

interface FunctionWorkspaceProps {
  functionId: string
  body: FunctionBody
  edit: (edit: FunctionEdit) => void
  chosen: ChosenPart
  canEdit: boolean
  evaluation: FunctionEvaluation
}

/** Parameters and properties, code with its problems, sample and results. */
export function FunctionWorkspace({ functionId, body, edit, chosen, canEdit, evaluation }: FunctionWorkspaceProps) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const { problems } = evaluation
  const { properties } = body
  const parts = useParts({ problems, count: properties.length, canEdit, chosen })
  const { part, change } = parts
  const [renaming, setRenaming] = useState(false)
  const property = part === 'condition' ? undefined : properties[part]
  const nameOf = (of: Part) =>
    of === 'condition' ? intl.formatMessage({ id: 'Functions.Parameters' }) : (properties[of]?.name ?? '')
  const vocabulary = useEventVocabulary(environmentId)
  const names = useCheckEnvironment(environmentId, findEvent(vocabulary.events, body.sample.eventType), 'function')
  const marks = useMemo(() => editorDiagnostics(intl, problems, part), [intl, problems, part])
  const commands = usePartCommands(parts, {
    count: properties.length,
    nameOf,
    labels: {
      up: intl.formatMessage({ id: 'Functions.Up' }),
      down: intl.formatMessage({ id: 'Functions.Down' }),
      remove: intl.formatMessage({ id: 'Functions.DeleteProperty' }),
    },
    move: (index, by) => edit({ type: 'moveProperty', index, by }),
    remove: index => {
      const removed = properties[index]
      edit({ type: 'removeProperty', index })
      return () => {
        if (removed) edit({ type: 'insertProperty', index, property: removed })
      }
    },
    removed: name => intl.formatMessage({ id: 'Functions.PropertyDeleted' }, { name }),
  })
  return (
    <PartsWorkspace
      parts={parts}
      canEdit={canEdit}
      problems={problems}
      nameOf={nameOf}
      rail={<FunctionRail body={body} edit={edit} parts={parts} problems={problems} />}
      side={
        <EditorSide
          label={intl.formatMessage({ id: 'Authoring.Editor.Side' })}
          first={{
            title: <FormattedMessage id="Authoring.Sample.Title" />,
            content: (
              <SamplePane
                functionId={functionId}
                sample={body.sample}
                vocabulary={vocabulary}
                onSample={sample => edit({ type: 'sample', sample })}
              />
            ),
          }}
          second={{
            title: <FormattedMessage id="Functions.Evaluation.Title" />,
            labelledBy: 'function-evaluation',
            content: <EvaluationPane evaluation={evaluation} />,
          }}
        />
      }
    >
      {property === undefined || part === 'condition' ? (
        <ParametersPane body={body} edit={edit} canEdit={change} problems={problems} />
      ) : (
        <CodePane
          {...parts.code}
          {...commands}
          title={property.name}
          renaming={renaming}
          text={property.code}
          onText={change ? code => edit({ type: 'property', index: part, property: { code } }) : undefined}
          problems={marks}
          names={names}
          context="clause"
          titleEnd={
            change ? (
              <InlineRename
                key={part}
                name={property.name}
                label={intl.formatMessage({ id: 'Functions.RenameProperty' })}
                faultOf={name =>
                  validateIdentifier(
                    name,
                    properties.flatMap((each, at) => (at === part ? [] : each.name)),
                  )
                }
                onOpenChange={setRenaming}
                onRename={name => edit({ type: 'property', index: part, property: { name } })}
              />
            ) : undefined
          }
          fields={
            <PropertyFields
              property={property}
              canEdit={change}
              onChange={next => edit({ type: 'property', index: part, property: next })}
            />
          }
        />
      )}
    </PartsWorkspace>
  )
}
