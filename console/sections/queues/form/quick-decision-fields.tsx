import { Button, Icon, IconButton, Input, Select, Textarea } from '@assay/design-system'
import { caseLimits, notePlaceholders, quickDecisionKeys } from '@assay/risk-service/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { ListUpdateFields } from './list-update-fields.tsx'
import type { QueueFieldsProps } from './main-fields.tsx'

type QuickFieldsProps = Pick<QueueFieldsProps, 'form' | 'decisions'>

/** Decisions with reason, note, list statuses and tag that reviewers of the queue make with one digit. */
export function QuickDecisionFields({ form, decisions }: QuickFieldsProps) {
  const intl = useIntl()
  const { fields, append, remove } = useFieldArray({
    control: form.control,
    name: 'quickDecisions',
    keyName: 'fieldId',
  })
  const used = useWatch({ control: form.control, name: 'quickDecisions' }).map(({ key }) => key)
  const free = quickDecisionKeys.find(key => !used.includes(key))
  const [first] = decisions
  return (
    <div role="group" aria-label={intl.formatMessage({ id: 'Queues.Quick' })} className="flex flex-col gap-3">
      <div>
        <p className="font-medium">
          <FormattedMessage id="Queues.Quick" />
        </p>
        <p className="text-xs text-fg-secondary">
          <FormattedMessage id="Queues.Quick.Text" />
        </p>
      </div>
      {fields.map(({ fieldId }, index) => (
        <OneQuickDecision key={fieldId} {...{ form, decisions, index }} onRemove={() => remove(index)} />
      ))}
      {free !== undefined && first ? (
        <Button
          size="sm"
          className="self-start"
          start={<Icon icon={Plus} size={12} />}
          onClick={() =>
            append({
              key: free,
              label: '',
              decision: first.name,
              reason: first.reasons[0] ?? '',
              note: '',
              lists: [],
              tag: '',
            })
          }
        >
          <FormattedMessage id="Queues.Quick.Add" />
        </Button>
      ) : null}
    </div>
  )
}

function OneQuickDecision({
  form,
  decisions,
  index,
  onRemove,
}: QuickFieldsProps & { index: number; onRemove: () => void }) {
  const intl = useIntl()
  const name = `quickDecisions.${index}` as const
  const decision = useWatch({ control: form.control, name: `${name}.decision` })
  const reasons = decisions.find(each => each.name === decision)?.reasons ?? []
  const number = { number: index + 1 }
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'Queues.Quick.Item' }, number)}
      className="flex flex-col gap-3 rounded-card border border-line-subtle p-3"
    >
      <div className="flex items-start gap-2">
        <FormField form={form} name={`${name}.key`} label={<FormattedMessage id="Queues.Quick.Key" />}>
          {({ value, onChange }) => (
            <Select
              options={quickDecisionKeys.map(key => ({ value: key, label: key }))}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name={`${name}.label`}
          required
          className="min-w-0 flex-1"
          label={<FormattedMessage id="Queues.Quick.Label" />}
        >
          {({ value, onChange }) => (
            <Input dir="auto" value={value} maxLength={caseLimits.quickLabel} onChange={onChange} />
          )}
        </FormField>
        <IconButton
          className="mbs-6"
          icon={Trash2}
          label={intl.formatMessage({ id: 'Queues.Quick.Remove' }, number)}
          onClick={onRemove}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField
          form={form}
          name={`${name}.decision`}
          required
          label={<FormattedMessage id="Queues.Quick.Decision" />}
        >
          {({ value, onChange }) => (
            <Select
              options={decisions.map(each => ({ value: each.name, label: each.name }))}
              value={value}
              onValueChange={next => {
                onChange(next)
                const chosen = decisions.find(each => each.name === next)
                form.setValue(`${name}.reason`, chosen?.reasons[0] ?? '', { shouldDirty: true, shouldValidate: true })
              }}
            />
          )}
        </FormField>
        <FormField form={form} name={`${name}.reason`} required label={<FormattedMessage id="Review.Case.Reason" />}>
          {({ value, onChange }) => (
            <Select
              options={reasons.map(reason => ({ value: reason, label: reason }))}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
      </div>
      <FormField
        form={form}
        name={`${name}.note`}
        label={<FormattedMessage id="Queues.Quick.Note" />}
        description={
          <FormattedMessage
            id="Queues.Quick.Note.Text"
            values={{ names: <bdi dir="ltr">{notePlaceholders.map(each => `{${each}}`).join(' ')}</bdi> }}
          />
        }
      >
        {({ value, onChange }) => <Textarea dir="auto" value={value} onChange={onChange} />}
      </FormField>
      <ListUpdateFields form={form} index={index} />
      <FormField form={form} name={`${name}.tag`} label={<FormattedMessage id="Queues.Quick.Tag" />}>
        {({ value, onChange }) => <Input dir="auto" value={value} maxLength={caseLimits.tag} onChange={onChange} />}
      </FormField>
    </div>
  )
}
