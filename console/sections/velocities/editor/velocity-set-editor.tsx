import { Badge, Button, Callout } from '@assay/design-system'
import type { RuleDiagnostic, VelocitySet } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { DraftEditor, useDraftView } from '../../../platform/authoring/editor/draft-editor.tsx'
import { countErrors } from '../../../platform/authoring/fql/diagnostics.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'
import { BackfillProgress, isCounting } from '../backfill-progress.tsx'
import { useVelocitySetHref } from '../links.ts'
import { applyVelocitySetEdit } from '../velocity-set-draft.ts'
import { PublishVelocitySetDialog } from './publish-velocity-set-dialog.tsx'
import { useVelocitySetDiagnostics, useVelocitySetDraft } from './use-velocity-set-draft.ts'
import { VelocitySetWorkspace } from './velocity-set-workspace.tsx'

const emptyBody = { name: 'Set', description: '', condition: '', velocities: [{ text: '' }] }

const noDiagnostics: readonly RuleDiagnostic[] = []

/** One velocity set: the user's draft to edit, and what is published to read. */
export function VelocitySetEditor({ set }: { set: VelocitySet }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const setHref = useVelocitySetHref()
  const environmentId = useEnvironment().id
  const write = useCan()('velocities', 'write') && !set.system
  const draft = useVelocitySetDraft(set, environmentId)
  const shown = useDraftView(set, draft)
  const { body, editing } = shown
  const { problems: found, failed, retry } = useVelocitySetDiagnostics(body ?? emptyBody, environmentId, set.id)
  // Nobody can mend a set of the product, which names what its events call differently.
  const problems = set.system ? noDiagnostics : found
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.velocities.key() })
  if (!body) return null
  return (
    <DraftEditor
      stored={set}
      draft={draft}
      shown={shown}
      write={write}
      list={{
        title: intl.formatMessage({ id: 'Velocities.Title' }),
        back: intl.formatMessage({ id: 'Velocities.Back' }),
        href: setHref(),
      }}
      renameLabel={intl.formatMessage({ id: 'Velocities.Rename' })}
      faultOf={validateName}
      errors={countErrors(problems)}
      badges={
        <>
          <PublishStatusBadge status={set.status} />
          {set.system ? (
            <Badge>
              <FormattedMessage id="Velocities.System" />
            </Badge>
          ) : null}
        </>
      }
      notice={
        <>
          {set.system ? (
            <Callout tone="info" className="m-3">
              <FormattedMessage id="Velocities.SystemText" />
            </Callout>
          ) : null}
          {set.backfill && isCounting(set) ? (
            <div className="m-3">
              <BackfillProgress setId={set.id} backfill={set.backfill} write={write} onChanged={refresh} />
            </div>
          ) : null}
          {failed ? (
            <Callout
              tone="warning"
              live
              className="m-3"
              actions={
                <Button size="sm" onClick={retry}>
                  <FormattedMessage id="Common.Retry" />
                </Button>
              }
            >
              <FormattedMessage id="Velocities.Unchecked" />
            </Callout>
          ) : null}
        </>
      }
      published={intl.formatMessage({ id: 'Velocities.Publish.Done' })}
      refresh={refresh}
      publishDialog={events =>
        draft.body ? (
          <PublishVelocitySetDialog set={set} draft={draft} body={draft.body} problems={problems} {...events} />
        ) : null
      }
    >
      <VelocitySetWorkspace
        key={editing ? 'draft' : `published ${set.version}`}
        setId={set.id}
        body={body}
        published={set.published}
        chosen={shown.chosen}
        canEdit={editing && write}
        problems={problems}
        edit={edit => draft.change(each => applyVelocitySetEdit(each, edit))}
      />
    </DraftEditor>
  )
}
