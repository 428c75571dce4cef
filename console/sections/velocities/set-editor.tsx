import { Badge, Button, Callout } from '@assay/design-system'
import type { RuleProblem, VelocitySet } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { DraftEditor, useDraftView } from '../../platform/authoring/draft-editor.tsx'
import { nameFault } from '../../platform/authoring/names.ts'
import { countErrors } from '../../platform/authoring/problems.ts'
import { StatusBadge } from '../../platform/authoring/status-badge.tsx'
import { useCan, useEnvironment } from '../../platform/environments/environments.tsx'
import { BackfillProgress, isCounting } from './backfill-progress.tsx'
import { applySetEdit } from './draft.ts'
import { PublishSetDialog } from './publish-set-dialog.tsx'
import { useSetHref } from './refs.ts'
import { SetWorkspace } from './set-workspace.tsx'
import { useSetDraft, useSetProblems } from './use-set-draft.ts'

const emptyBody = { name: 'Set', description: '', condition: '', velocities: [{ text: '' }] }

const none: readonly RuleProblem[] = []

/** One velocity set: the user's draft to edit, and what is published to read. */
export function SetEditor({ set }: { set: VelocitySet }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const setHref = useSetHref()
  const environmentId = useEnvironment().id
  const write = useCan()('velocities', 'write') && !set.system
  const draft = useSetDraft(set, environmentId)
  const shown = useDraftView(set, draft)
  const { body, editing } = shown
  const { problems: found, failed, retry } = useSetProblems(body ?? emptyBody, environmentId, set.id)
  // Nobody can mend a set of the product, which names what its events call differently.
  const problems = set.system ? none : found
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
      faultOf={nameFault}
      errors={countErrors(problems)}
      badges={
        <>
          <StatusBadge status={set.status} />
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
                  <FormattedMessage id="Data.Retry" />
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
          <PublishSetDialog set={set} draft={draft} body={draft.body} problems={problems} {...events} />
        ) : null
      }
    >
      <SetWorkspace
        key={editing ? 'draft' : `published ${set.version}`}
        setId={set.id}
        body={body}
        published={set.published}
        chosen={shown.chosen}
        canEdit={editing && write}
        problems={problems}
        edit={edit => draft.change(each => applySetEdit(each, edit))}
      />
    </DraftEditor>
  )
}
