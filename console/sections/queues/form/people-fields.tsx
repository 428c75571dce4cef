import { MultiSelect } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { useReviewerGroups, useReviewers } from '../people.ts'
import { FormStep } from './inputs/form-step.tsx'
import { type QueueFieldsProps, SwitchField } from './main-fields.tsx'

/** Who works in the queue, and who receives its escalated cases. */
export function PeopleFields({ form, queue, environmentId }: QueueFieldsProps) {
  const { options } = useReviewers(environmentId, [...(queue?.assignedUsers ?? []), ...(queue?.supervisors ?? [])])
  const groups = useReviewerGroups(environmentId).options
  return (
    <FormStep labelId="Queues.Form.Step.People">
      <FormField
        form={form}
        name="assignedUsers"
        deps={['supervisors']}
        label={<FormattedMessage id="Queues.AssignedUsers" />}
      >
        {({ value, onChange }) => <MultiSelect options={options} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="assignedGroups"
        label={<FormattedMessage id="Queues.AssignedGroups" />}
        description={<FormattedMessage id="Queues.AssignedGroups.Text" />}
      >
        {({ value, onChange }) => <MultiSelect options={groups} value={value} onValueChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="supervisors"
        label={<FormattedMessage id="Queues.Supervisors" />}
        description={<FormattedMessage id="Queues.Form.Supervisors.Text" />}
      >
        {({ value, onChange }) => <MultiSelect options={options} value={value} onValueChange={onChange} />}
      </FormField>
      <SwitchField
        form={form}
        name="restrictToAssignees"
        labelId="Queues.RestrictToAssignees"
        textId="Queues.RestrictToAssignees.Text"
      />
    </FormStep>
  )
}
