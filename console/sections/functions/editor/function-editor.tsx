import { Badge } from '@assay/design-system'
import type { FunctionBody, FunctionResource } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { DraftEditor, useDraftView } from '../../../platform/authoring/editor/draft-editor.tsx'
import { countErrors } from '../../../platform/authoring/fql/diagnostics.ts'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { applyFunctionEdit } from '../function-draft.ts'
import { useFunctionHref } from '../links.ts'
import { FunctionWorkspace } from './function-workspace.tsx'
import { PublishFunctionDialog } from './publish-function-dialog.tsx'
import { useFunctionDraft, useFunctionEvaluation } from './use-function-draft.ts'

const emptyBody: FunctionBody = {
  name: 'Function',
  description: '',
  parameters: [],
  properties: [{ name: 'Result', description: '', type: 'Double', default: '0.0', code: 'RETURN 0' }],
  sample: { eventType: '', payload: {} },
}

/** One function: the user's draft to edit, and what is published to read. */
export function FunctionEditor({ resource }: { resource: FunctionResource }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const functionHref = useFunctionHref()
  const environmentId = useEnvironment().id
  const write = useCan()('functions', 'write')
  const draft = useFunctionDraft(resource, environmentId)
  const shown = useDraftView(resource, draft)
  const { editing } = shown
  // The published version can be tried with another sample, which only recovery stores.
  const [tried, setTried] = useState<FunctionBody['sample'] | null>(null)
  useRecovery(`functions/reading/${resource.id}`, tried, setTried)
  const body = shown.body && !editing && tried ? { ...shown.body, sample: tried } : shown.body
  const evaluation = useFunctionEvaluation(body ?? emptyBody, environmentId, resource.id)
  if (!body) return null
  return (
    <DraftEditor
      stored={resource}
      draft={draft}
      shown={shown}
      write={write}
      list={{
        title: intl.formatMessage({ id: 'Functions.Title' }),
        back: intl.formatMessage({ id: 'Functions.Back' }),
        href: functionHref(),
      }}
      renameLabel={intl.formatMessage({ id: 'Functions.Rename' })}
      faultOf={validateIdentifier}
      errors={countErrors(evaluation.problems)}
      badges={
        resource.status === 'draft' ? (
          <PublishStatusBadge status="draft" />
        ) : (
          <Badge tone="success">
            <FormattedMessage id="Authoring.Editor.Published" />
          </Badge>
        )
      }
      published={intl.formatMessage({ id: 'Functions.Publish.Done' })}
      refresh={() => queryClient.invalidateQueries({ queryKey: api.functions.key() })}
      publishDialog={events =>
        draft.body ? (
          <PublishFunctionDialog
            resource={resource}
            draft={draft}
            body={draft.body}
            problems={evaluation.problems}
            {...events}
          />
        ) : null
      }
    >
      <FunctionWorkspace
        key={editing ? 'draft' : `published ${resource.version}`}
        functionId={resource.id}
        body={body}
        chosen={shown.chosen}
        canEdit={editing && write}
        evaluation={evaluation}
        edit={edit => {
          if (editing && write) draft.change(each => applyFunctionEdit(each, edit))
          else if (edit.type === 'sample') setTried(edit.sample)
        }}
      />
    </DraftEditor>
  )
}
