import { Field, MultiSelect, useToast } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../../platform/mutations/use-api-mutation.ts'
import { useReviewerGroups, useReviewers } from '../people.ts'
import { assigneesOf } from '../queue-settings.ts'

interface AssignUsersDialogProps {
  queue: Queue
  onClose: () => void
}

/** Replaces the users and groups that are assigned to a queue. */
export function AssignUsersDialog({ queue, onClose }: AssignUsersDialogProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { options } = useReviewers(queue.environmentId, queue.assignedUsers)
  const [users, setUsers] = useState<readonly string[]>(() => queue.assignedUsers.map(({ id }) => id))
  const { options: groupOptions } = useReviewerGroups(queue.environmentId)
  const [groups, setGroups] = useState<readonly string[]>(() => queue.assignedGroups.map(({ id }) => id))
  const [version, setVersion] = useState(queue.version)
  const [refusal, setRefusal] = useState<string | null>(null)
  const supervising = users.some(id => queue.supervisors.some(supervisor => supervisor.id === id))
  const mutation = useApiMutation({
    mutationFn: () =>
      client.queues.assignUsers({
        environmentId: queue.environmentId,
        queueId: queue.id,
        baseVersion: version,
        assignedUsers: [...users],
        assignedGroups: [...groups],
      }),
    invalidates: [api.queues.key()],
    onSuccess: () =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Queues.Saved' }, { name: queue.name }) }),
    onError: async error => {
      if (conflictErrorOf(error)?.reason !== 'version.conflict') return false
      // The next attempt replaces what somebody else saved, after it was said.
      const theirs = await client.queues.get({ environmentId: queue.environmentId, queueId: queue.id })
      setVersion(theirs.version)
      const people = assigneesOf(theirs)
      setRefusal(
        intl.formatMessage(
          { id: people.length > 0 ? 'Queues.Assign.Conflict' : 'Queues.Assign.ConflictNone' },
          { users: intl.formatList(people.map(({ name }) => name)) },
        ),
      )
      return true
    },
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Queues.Assign.Title" values={{ name: <bdi key="name">{queue.name}</bdi> }} />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={mutation.isPending}
      refusal={refusal === null ? null : <>{refusal}</>}
      onSubmit={() => {
        if (!supervising && !mutation.isPending) mutation.mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Queues.AssignedUsers" />}
        description={
          <FormattedMessage id={queue.restrictToAssignees ? 'Queues.Assign.Restricted' : 'Queues.Assign.Text'} />
        }
        {...(supervising ? { error: <FormattedMessage id="Queues.Form.Supervisors.Both" /> } : {})}
      >
        <MultiSelect options={options} value={users} onValueChange={setUsers} />
      </Field>
      <Field
        label={<FormattedMessage id="Queues.AssignedGroups" />}
        description={<FormattedMessage id="Queues.AssignedGroups.Text" />}
      >
        <MultiSelect options={groupOptions} value={groups} onValueChange={setGroups} />
      </Field>
    </FormDialog>
  )
}
