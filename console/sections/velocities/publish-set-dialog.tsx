import { Checkbox, Field, Radio, RadioGroup } from '@assay/design-system'
import type { RuleProblem, VelocitySet, VelocitySetBody } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { setNameFault } from '../../platform/authoring/names.ts'
import { problemText, sortedProblems } from '../../platform/authoring/problems.ts'
import { PublishFrame } from '../../platform/authoring/publish-frame.tsx'
import type { StoredDraft } from '../../platform/authoring/use-stored-draft.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { setDifferences } from './conflict.ts'
import { velocityName } from './draft.ts'

interface PublishSetDialogProps {
  set: VelocitySet
  draft: StoredDraft<VelocitySetBody, VelocitySet>
  body: VelocitySetBody
  problems: readonly RuleProblem[]
  onClose: () => void
  onPublished: () => void
  /** The draft was given up for what somebody else had published. */
  onTaken: () => void
}

/** Last look before a set counts real events; history is counted only for who asks for it. */
export function PublishSetDialog({ set, draft, body, problems, onClose, onPublished, onTaken }: PublishSetDialogProps) {
  const intl = useIntl()
  const environmentId = useEnvironment().id
  const [name, setName] = useState(body.name)
  const [description, setDescription] = useState(body.description)
  const [status, setStatus] = useState<'active' | 'inactive'>(set.status === 'inactive' ? 'inactive' : 'active')
  const [backfill, setBackfill] = useState(false)
  useDraft(`publish/${set.id}`, { name, description, status, backfill }, kept => {
    setName(kept.name)
    setDescription(kept.description)
    setStatus(kept.status)
    setBackfill(kept.backfill)
  })
  const condition = intl.formatMessage({ id: 'Rules.Condition.Title' })
  const line = (problem: Omit<RuleProblem, 'part' | 'clause'> & { part?: RuleProblem['part'] | undefined }) =>
    `${typeof problem.part === 'number' ? velocityName(body.velocities[problem.part]?.text ?? '') ?? problem.part + 1 : condition} ${problem.line}:${problem.column} ${problemText(intl, problem)}`
  const differences = async () => {
    const theirs = await client.velocities.get({ environmentId, setId: set.id }, { context: { read: true } }).then(found => found.published, () => null)
    const labels: Record<string, string> = { name: intl.formatMessage({ id: 'Rules.Publish.Name' }), description: intl.formatMessage({ id: 'Rules.Publish.DescriptionLabel' }), condition }
    return theirs ? setDifferences({ ...body, name: name.trim(), description }, theirs).map(({ velocity, ...field }) => ({ ...field, label: velocity ?? labels[field.id] ?? field.id })) : []
  }
  return (
    <PublishFrame
      draftName={body.name} name={name} onName={setName} faultOf={setNameFault} description={description} onDescription={setDescription}
      confirm={<FormattedMessage id="Velocities.Publish.Confirm" />} limit={<FormattedMessage id="Velocities.Limit" />}
      warnings={sortedProblems(problems).filter(problem => problem.severity === 'warning').map(line)}
      lineOf={line} differences={differences} takeTheirs={draft.discard} onClose={onClose} onPublished={onPublished} onTaken={onTaken}
      publish={(wanted, overwrite) => {
        // Saved again without a change, a draft that was published meanwhile would begin anew.
        if (wanted !== body.name || description !== body.description) draft.change(each => ({ ...each, name: wanted, description }))
        return draft.publish(wanted, baseVersion => client.velocities.publish({ environmentId, setId: set.id, status, baseVersion, overwrite, backfill: backfill && status === 'active' }))
      }}
    >
      <Field label={<FormattedMessage id="Rules.Publish.Status" />}>
        <RadioGroup value={status} onValueChange={value => setStatus(value === 'inactive' ? 'inactive' : 'active')}>
          <Radio value="active" label={<FormattedMessage id="Rules.Status.active" />} description={<FormattedMessage id="Velocities.Publish.ActiveHelp" />} />
          <Radio value="inactive" label={<FormattedMessage id="Rules.Status.inactive" />} description={<FormattedMessage id="Velocities.Publish.InactiveHelp" />} />
        </RadioGroup>
      </Field>
      <Checkbox
        checked={backfill && status === 'active'} disabled={status !== 'active'} onCheckedChange={checked => setBackfill(checked === true)}
        label={<FormattedMessage id="Velocities.Publish.History" />} description={<FormattedMessage id="Velocities.Publish.HistoryHelp" />}
      />
    </PublishFrame>
  )
}
