import { Field, Input, MultiSelect } from '@assay/design-system'
import { caseLimits, type ReviewerGroup } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf, isNameTaken } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useReviewers } from '../people.ts'

interface GroupDialogProps {
  environmentId: string
  /** Null: a new group. */
  group: ReviewerGroup | null
  onClose: () => void
}

/** Name and members of a group of reviewers. */
export function GroupDialog({ environmentId, group, onClose }: GroupDialogProps) {
  const [groupId] = useState(() => group?.id ?? crypto.randomUUID())
  const [name, setName] = useState(group?.name ?? '')
  const [members, setMembers] = useState<readonly string[]>(() => (group?.members ?? []).map(({ id }) => id))
  const [attempts, setAttempts] = useState(0)
  const [takenName, setTakenName] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { options } = useReviewers(environmentId, group?.members)
  const mutation = useApiMutation({
    mutationFn: () =>
      client.team.saveGroup({
        environmentId,
        groupId,
        baseVersion: group?.version ?? 0,
        name: name.trim(),
        members: [...members],
      }),
    invalidates: [api.team.key(), api.queues.key()],
    onSuccess: onClose,
    onError: error => {
      if (isNameTaken(error)) setTakenName(name)
      else if (conflictErrorOf(error)?.reason === 'version.conflict') setRefusal('Cases.Groups.Conflict')
      else return false
      return true
    },
  })
  const nameError =
    takenName === name ? (
      <FormattedMessage id="Cases.Groups.NameTaken" />
    ) : attempts > 0 && name.trim() === '' ? (
      <FormattedMessage id="Cases.Groups.NameMissing" />
    ) : undefined
  return (
    <FormDialog
      title={<FormattedMessage id={group === null ? 'Cases.Groups.New' : 'Cases.Groups.Edit'} />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={mutation.isPending}
      attempts={attempts}
      refusal={refusal}
      onSubmit={() => {
        setAttempts(attempts + 1)
        if (name.trim() !== '' && !mutation.isPending) mutation.mutate()
      }}
      onClose={onClose}
    >
      <Field label={<FormattedMessage id="Common.Name" />} required error={nameError}>
        <Input dir="auto" value={name} maxLength={caseLimits.name} onChange={event => setName(event.target.value)} />
      </Field>
      <Field label={<FormattedMessage id="Cases.Groups.People" />}>
        <MultiSelect options={options} value={members} onValueChange={setMembers} />
      </Field>
    </FormDialog>
  )
}
