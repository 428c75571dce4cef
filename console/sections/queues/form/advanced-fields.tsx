import { MultiSelect, NumberInput, Radio, RadioGroup, Select } from '@assay/design-system'
import { assignmentStrategies } from '@assay/risk-service/contract'
import { useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { targetsOf } from '../queue-targets.ts'
import { useQueueList } from '../use-queue-list.ts'
import { ChecklistFields } from './checklist-fields.tsx'
import { DurationInput } from './inputs/duration-input.tsx'
import { FormStep } from './inputs/form-step.tsx'
import { type QueueFieldsProps, SwitchField } from './main-fields.tsx'
import { QuickDecisionFields } from './quick-decision-fields.tsx'

const sameQueue = 'same'

/** Decisions and actions that are offered, targets, who gets a case, second persons, and what happens to cases by themselves. */
export function AdvancedFields({ form, queue, environmentId, decisions, challengeable }: QueueFieldsProps) {
  const intl = useIntl()
  const decisionOptions = decisions.map(({ name }) => ({ value: name, label: name }))
  const assignment = useWatch({ control: form.control, name: 'assignment' })
  const escalates = useWatch({ control: form.control, name: 'escalation' })
  const assessment = useWatch({ control: form.control, name: 'assessment' })
  const { queues } = useQueueList()
  const place = { id: queue?.id ?? '', environmentId: queue?.environmentId ?? environmentId, assessment }
  const challenges = useWatch({ control: form.control, name: 'challenge' })
  const twoPersons = useWatch({ control: form.control, name: 'fourEyes.on' })
  return (
    <FormStep labelId="Queues.Form.Step.Advanced">
      <FormField
        form={form}
        name="allowedDecisions"
        label={<FormattedMessage id="Queues.AllowedDecisions" />}
        description={<FormattedMessage id="Queues.Form.Decisions.Text" />}
      >
        {({ value, onChange }) => (
          <MultiSelect
            options={decisionOptions}
            value={value}
            onValueChange={onChange}
            placeholder={intl.formatMessage({ id: 'Queues.AllowedDecisions.All' })}
          />
        )}
      </FormField>
      <SwitchField form={form} name="escalation" labelId="Queues.Escalation" textId="Queues.Escalation.Text" />
      {escalates ? (
        <FormField
          form={form}
          name="escalationQueueId"
          label={<FormattedMessage id="Queues.EscalationQueue" />}
          description={<FormattedMessage id="Queues.EscalationQueue.Text" />}
        >
          {({ value, onChange }) => (
            <Select
              options={[
                { value: sameQueue, label: intl.formatMessage({ id: 'Queues.EscalationQueue.Same' }) },
                ...targetsOf(place, queues).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={value ?? sameQueue}
              onValueChange={id => onChange(id === sameQueue ? null : id)}
            />
          )}
        </FormField>
      ) : null}
      <SwitchField form={form} name="hold" labelId="Queues.Hold" textId="Queues.Hold.Text" />
      <SwitchField form={form} name="transfer" labelId="Queues.Transfer" textId="Queues.Transfer.Text" />
      <SwitchField
        form={form}
        name="challenge"
        labelId="Queues.Challenge"
        textId={challengeable ? 'Queues.Challenge.Text' : 'Queues.Challenge.NoAction'}
      />
      {challenges ? (
        <SwitchField
          form={form}
          name="challengeDecides"
          labelId="Queues.ChallengeDecides"
          textId="Queues.ChallengeDecides.Text"
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="sla.firstTouchMinutes"
          label={<FormattedMessage id="Queues.Sla.FirstTouch" />}
          description={<FormattedMessage id="Queues.Sla.FirstTouch.Text" />}
        >
          {({ value, onChange }) => <DurationInput value={value} onValueChange={onChange} />}
        </FormField>
        <FormField
          form={form}
          name="sla.resolutionMinutes"
          label={<FormattedMessage id="Queues.Sla.Resolution" />}
          description={<FormattedMessage id="Queues.Sla.Resolution.Text" />}
        >
          {({ value, onChange }) => <DurationInput value={value} onValueChange={onChange} />}
        </FormField>
      </div>
      <FormField form={form} name="assignment" label={<FormattedMessage id="Queues.Assignment" />}>
        {({ value, onChange }) => (
          <RadioGroup variant="card" value={value} onValueChange={onChange}>
            {assignmentStrategies.map(strategy => (
              <Radio
                key={strategy}
                value={strategy}
                label={<FormattedMessage id={`Queues.Assignment.${strategy}`} />}
                description={<FormattedMessage id={`Queues.Assignment.${strategy}.Text`} />}
              />
            ))}
          </RadioGroup>
        )}
      </FormField>
      {assignment === 'Pull' ? null : (
        <SwitchField
          form={form}
          name="assignmentPaused"
          labelId="Queues.AssignmentPaused"
          textId="Queues.AssignmentPaused.Text"
        />
      )}
      <SwitchField form={form} name="fourEyes.on" labelId="Queues.FourEyes" textId="Queues.FourEyes.Text" />
      {twoPersons ? (
        <div className="flex flex-col gap-4 border-s-2 border-line-subtle ps-4">
          <FormField
            form={form}
            name="fourEyes.amountUsd"
            deps={['fourEyes.decisions', 'fourEyes.randomPercent']}
            label={<FormattedMessage id="Queues.FourEyes.Amount" />}
          >
            {({ value, onChange }) => (
              <NumberInput
                currency="USD"
                min={0}
                maximumFractionDigits={2}
                value={value === null ? null : value / 100}
                onValueChange={amount => onChange(amount === null ? null : Math.round(amount * 100))}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="fourEyes.decisions"
            deps={['fourEyes.amountUsd']}
            label={<FormattedMessage id="Queues.FourEyes.Decisions" />}
          >
            {({ value, onChange }) => <MultiSelect options={decisionOptions} value={value} onValueChange={onChange} />}
          </FormField>
          <FormField
            form={form}
            name="fourEyes.randomPercent"
            deps={['fourEyes.amountUsd']}
            label={<FormattedMessage id="Queues.FourEyes.Random" />}
          >
            {({ value, onChange }) => (
              <NumberInput percent min={0} max={100} maximumFractionDigits={1} value={value} onValueChange={onChange} />
            )}
          </FormField>
          <SwitchField
            form={form}
            name="fourEyes.blind"
            labelId="Queues.FourEyes.Blind"
            textId="Queues.FourEyes.Blind.Text"
          />
        </div>
      ) : null}
      <ChecklistFields form={form} />
      <QuickDecisionFields form={form} decisions={decisions} />
      <FormField
        form={form}
        name="sampling"
        required
        label={<FormattedMessage id="Queues.Sampling" />}
        description={<FormattedMessage id="Queues.Sampling.Text" />}
      >
        {({ value, onChange }) => (
          <NumberInput percent min={0} max={100} maximumFractionDigits={1} value={value} onValueChange={onChange} />
        )}
      </FormField>
      <FormField
        form={form}
        name="qualityPercent"
        label={<FormattedMessage id="Queues.Quality" />}
        description={<FormattedMessage id="Queues.Quality.Text" />}
      >
        {({ value, onChange }) => (
          <NumberInput percent min={0} max={100} maximumFractionDigits={1} value={value} onValueChange={onChange} />
        )}
      </FormField>
      <SwitchField form={form} name="summary" labelId="Queues.Summary" textId="Queues.Summary.Text" />
      <SwitchField form={form} name="closeOnStatus" labelId="Queues.CloseOnStatus" textId="Queues.CloseOnStatus.Text" />
      <SwitchField
        form={form}
        name="onlyManagersDecideInBulk"
        labelId="Queues.OnlyManagersDecideInBulk"
        textId="Queues.OnlyManagersDecideInBulk.Text"
      />
      <SwitchField form={form} name="draining" labelId="Queues.Drain" textId="Queues.Drain.Text" />
    </FormStep>
  )
}
