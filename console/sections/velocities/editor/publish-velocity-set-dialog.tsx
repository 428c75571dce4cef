import { Checkbox } from '@assay/design-system'
import type { RuleDiagnostic, VelocitySet, VelocitySetBody } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import type { StoredDraft } from '../../../platform/authoring/draft/use-stored-draft.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishDraft, type PublishEvents } from '../../../platform/authoring/publish/publish-draft.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { velocityName } from '../velocity-set-draft.ts'

interface PublishVelocitySetDialogProps extends PublishEvents {
  set: VelocitySet
  draft: StoredDraft<VelocitySetBody, VelocitySet>
  body: VelocitySetBody
  problems: readonly RuleDiagnostic[]
}

/** Confirmation before a set counts real events; history is counted only on request. */
export function PublishVelocitySetDialog({ set, draft, body, problems, ...events }: PublishVelocitySetDialogProps) {
  const intl = useIntl()
  const address = { environmentId: useEnvironment().id, setId: set.id }
  const [backfill, setBackfill] = useRecoverableState(`publish-history/${set.id}`, false)
  const condition = intl.formatMessage({ id: 'Authoring.Condition' })
  const named = (text: string | undefined, index: number) => velocityName(text ?? '') ?? `${index + 1}`
  return (
    <PublishDraft<VelocitySetBody, VelocitySet>
      {...events}
      id={set.id}
      draft={draft}
      body={body}
      problems={problems}
      faultOf={validateName}
      nameOf={part => (part === 'condition' ? condition : named(body.velocities[part]?.text, part))}
      confirm={<FormattedMessage id="Velocities.Publish.Confirm" />}
      status={{
        now: set.status,
        active: <FormattedMessage id="Velocities.Publish.ActiveHelp" />,
        inactive: <FormattedMessage id="Velocities.Publish.InactiveHelp" />,
      }}
      published={() =>
        client.velocities.get(address).then(
          found => found.published,
          () => null,
        )
      }
      textsOf={of => [
        { id: 'condition', label: condition, text: of.condition },
        ...of.velocities.map(({ text }, index) => ({
          id: `velocity ${named(text, index)}`,
          label: named(text, index),
          text,
        })),
      ]}
      send={({ baseVersion, overwrite, status }) =>
        client.velocities.publish({
          ...address,
          status,
          baseVersion,
          overwrite,
          backfill: backfill && status === 'active',
        })
      }
    >
      {active => (
        <Checkbox
          checked={backfill && active}
          disabled={!active}
          onCheckedChange={checked => setBackfill(checked === true)}
          label={<FormattedMessage id="Velocities.Publish.History" />}
          description={<FormattedMessage id="Velocities.Publish.HistoryHelp" />}
        />
      )}
    </PublishDraft>
  )
}
