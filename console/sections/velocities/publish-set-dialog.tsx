import { Checkbox } from '@assay/design-system'
import type { RuleProblem, VelocitySet, VelocitySetBody } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { nameFault } from '../../platform/authoring/names.ts'
import { PublishDraft, type PublishEvents } from '../../platform/authoring/publish-draft.tsx'
import type { StoredDraft } from '../../platform/authoring/use-stored-draft.ts'
import { useDraftState } from '../../platform/drafts/use-draft.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { velocityName } from './draft.ts'

interface PublishSetDialogProps extends PublishEvents {
  set: VelocitySet
  draft: StoredDraft<VelocitySetBody, VelocitySet>
  body: VelocitySetBody
  problems: readonly RuleProblem[]
}

/** Last look before a set counts real events; history is counted only for who asks for it. */
export function PublishSetDialog({ set, draft, body, problems, ...events }: PublishSetDialogProps) {
  const intl = useIntl()
  const address = { environmentId: useEnvironment().id, setId: set.id }
  const [backfill, setBackfill] = useDraftState(`publish-history/${set.id}`, false)
  const condition = intl.formatMessage({ id: 'Rules.Condition.Title' })
  const named = (text: string | undefined, index: number) => velocityName(text ?? '') ?? `${index + 1}`
  return (
    <PublishDraft<VelocitySetBody, VelocitySet>
      {...events}
      id={set.id}
      draft={draft}
      body={body}
      problems={problems}
      faultOf={nameFault}
      nameOf={part => (part === 'condition' ? condition : named(body.velocities[part]?.text, part))}
      confirm={<FormattedMessage id="Velocities.Publish.Confirm" />}
      status={{
        now: set.status,
        active: <FormattedMessage id="Velocities.Publish.ActiveHelp" />,
        inactive: <FormattedMessage id="Velocities.Publish.InactiveHelp" />,
      }}
      published={() =>
        client.velocities.get(address, { context: { read: true } }).then(
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
