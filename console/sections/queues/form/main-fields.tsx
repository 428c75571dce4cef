import {
  FieldCounter,
  Input,
  Radio,
  RadioGroup,
  Select,
  type SelectOption,
  Switch,
  Textarea,
} from '@assay/design-system'
import { caseLimits, type Queue, queueDirections, queueOrders, queueSequences } from '@assay/risk-service/contract'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { DurationInput } from './inputs/duration-input.tsx'
import { FormStep } from './inputs/form-step.tsx'
import type { FormDecision, QueueBody, QueueForm } from './queue-form.ts'
import { SavingBasis } from './saving-basis.tsx'

export interface QueueFieldsProps {
  form: UseFormReturn<QueueForm, unknown, QueueBody>
  /** Null: a new queue. */
  queue: Queue | null
  environmentId: string
  decisions: readonly FormDecision[]
  /** The assessment has an action that asks for a challenge. */
  challengeable: boolean
}

/** Assessment of a new queue, name and description. */
export function NameFields({
  form,
  queue,
  assessments,
  onAssessment,
}: QueueFieldsProps & { assessments: readonly SelectOption[]; onAssessment: (key: string) => void }) {
  const referenced = queue !== null && queue.routingRules.length > 0
  return (
    <>
      <FormStep labelId="Queues.Form.Step.Assessment">
        <FormField
          form={form}
          name="assessment"
          label={<FormattedMessage id="Routing.Column.Assessment" />}
          {...(queue ? { description: <FormattedMessage id="Queues.Form.Assessment.Fixed" /> } : {})}
        >
          {({ value, onChange }) => (
            <Select
              options={assessments}
              value={value}
              disabled={queue !== null}
              onValueChange={next => {
                onChange(next)
                // A queue of another assessment cannot receive its cases.
                form.setValue('escalationQueueId', null)
                onAssessment(next)
              }}
            />
          )}
        </FormField>
      </FormStep>
      <FormStep labelId="Queues.Form.Step.Name">
        <FormField
          form={form}
          name="name"
          required
          label={<FormattedMessage id="Common.Name" />}
          {...(referenced
            ? {
                description: (
                  <FormattedMessage
                    id="Queues.Referenced"
                    values={{ rules: queue.routingRules.map(({ name }) => name).join(', ') }}
                  />
                ),
              }
            : {})}
        >
          {({ value, onChange }) => (
            <Input dir="auto" value={value} readOnly={referenced} maxLength={caseLimits.name} onChange={onChange} />
          )}
        </FormField>
        <FormField
          form={form}
          name="description"
          label={<FormattedMessage id="Common.Description" />}
          labelEnd={text => <FieldCounter used={text.trim().length} limit={caseLimits.description} />}
        >
          {({ value, onChange }) => <Textarea dir="auto" rows={2} value={value} onChange={onChange} />}
        </FormField>
      </FormStep>
    </>
  )
}

/** Order of review, time-out and default action. */
export function OrderFields({ form, queue, decisions }: QueueFieldsProps) {
  const intl = useIntl()
  const bySaving = useWatch({ control: form.control, name: 'orderBy' }) === 'expectedSaving'
  const orders = queueOrders.map(value => ({ value, label: intl.formatMessage({ id: `Queues.OrderBy.${value}` }) }))
  const directions = queueDirections.map(value => ({
    value,
    label: intl.formatMessage({ id: `Queues.Direction.${value}` }),
  }))
  return (
    <>
      <FormStep labelId="Queues.Form.Step.Order">
        <FormField form={form} name="sequence" label={<FormattedMessage id="Queues.Sequence" />}>
          {({ value, onChange }) => (
            <RadioGroup variant="card" value={value} onValueChange={onChange}>
              {queueSequences.map(sequence => (
                <Radio
                  key={sequence}
                  value={sequence}
                  label={<FormattedMessage id={`Queues.Sequence.${sequence}`} />}
                  description={<FormattedMessage id={`Queues.Sequence.${sequence}.Text`} />}
                />
              ))}
            </RadioGroup>
          )}
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="orderBy"
            deps={['defaultAction']}
            label={<FormattedMessage id="Queues.OrderBy" />}
          >
            {({ value, onChange }) => (
              <Select
                options={orders}
                value={value}
                onValueChange={next => {
                  onChange(next)
                  // What saves the most comes first, always.
                  if (next === 'expectedSaving') form.setValue('direction', 'descending', { shouldDirty: true })
                }}
              />
            )}
          </FormField>
          <FormField form={form} name="direction" label={<FormattedMessage id="Queues.Direction" />}>
            {({ value, onChange }) => (
              <Select options={directions} value={value} disabled={bySaving} onValueChange={onChange} />
            )}
          </FormField>
        </div>
        {bySaving ? <SavingBasis queue={queue} /> : null}
      </FormStep>
      <FormStep labelId="Queues.Form.Step.Timeout">
        <FormField
          form={form}
          name="timeoutMinutes"
          required
          label={<FormattedMessage id="Queues.Timeout" />}
          description={<FormattedMessage id="Queues.Form.Timeout.Text" />}
        >
          {({ value, onChange }) => <DurationInput value={value} onValueChange={onChange} />}
        </FormField>
        <FormField
          form={form}
          name="defaultAction"
          required
          label={<FormattedMessage id="Queues.DefaultAction" />}
          description={<FormattedMessage id="Queues.Form.DefaultAction.Text" />}
        >
          {({ value, onChange }) => (
            <Select
              options={decisions.map(({ name }) => ({ value: name, label: name }))}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
      </FormStep>
    </>
  )
}

interface SwitchFieldProps {
  form: QueueFieldsProps['form']
  name:
    | 'restrictToAssignees'
    | 'escalation'
    | 'hold'
    | 'transfer'
    | 'challenge'
    | 'challengeDecides'
    | 'closeOnStatus'
    | 'summary'
    | 'onlyManagersDecideInBulk'
    | 'draining'
    | 'assignmentPaused'
    | 'fourEyes.on'
    | 'fourEyes.blind'
  labelId: string
  /** Message that explains it. */
  textId: string
}

/** A setting that is on or off. */
export function SwitchField({ form, name, labelId, textId }: SwitchFieldProps) {
  const checked = useWatch({ control: form.control, name })
  return (
    <Switch
      label={<FormattedMessage id={labelId} />}
      description={<FormattedMessage id={textId} />}
      checked={checked}
      onCheckedChange={on => form.setValue(name, on, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
    />
  )
}
