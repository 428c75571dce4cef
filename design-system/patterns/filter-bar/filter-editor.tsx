import { useEffect, useEffectEvent, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Checkbox } from '../../forms/checkbox/checkbox.tsx'
import { Field } from '../../forms/field/field.tsx'
import { MultiSelect } from '../../forms/multi-select/multi-select.tsx'
import { Select } from '../../forms/select/select.tsx'
import { Textarea } from '../../forms/textarea/textarea.tsx'
import { Button } from '../../primitives/button/button.tsx'
import {
  arityOf,
  type FilterCondition,
  type FilterField,
  type FilterIssue,
  fieldFor,
  filterIssueOf,
  inputCount,
  isInRange,
} from './filter-model.ts'
import { ValueInput } from './value-input.tsx'

interface FilterEditorProps {
  field: FilterField
  condition: FilterCondition
  onApply: (condition: FilterCondition) => void
  onCancel: () => void
  /** Called with the condition as edited so far; null when the editor closes. */
  onEdit?: (condition: FilterCondition | null) => void
}

/** Editor of the operator and values of one condition. Enter applies. */
export function FilterEditor({ field, condition, onApply, onCancel, onEdit }: FilterEditorProps) {
  const intl = useIntl()
  const [operatorId, setOperatorId] = useState(condition.operator)
  const [values, setValues] = useState<readonly string[]>(condition.values)
  const [issue, setIssue] = useState<FilterIssue>()
  const operator = field.operators.find(candidate => candidate.id === operatorId) ?? field.operators[0]
  const tell = useEffectEvent(() => onEdit?.({ ...condition, operator: operatorId, values }))
  const leave = useEffectEvent(() => onEdit?.(null))
  useEffect(() => {
    tell()
  }, [operatorId, values])
  useEffect(() => () => leave(), [])

  const change = (next: readonly string[]) => {
    setValues(next)
    setIssue(undefined)
  }
  const setAt = (index: number, value: string) =>
    change(
      Array.from({ length: Math.max(values.length, index + 1) }, (_, at) =>
        at === index ? value : (values[at] ?? ''),
      ),
    )

  const { least = 0, greatest = 0, whole = false } = field.range ?? {}
  const issueText =
    issue &&
    intl.formatMessage({ id: `DesignSystem.FilterBar.${issue}` }, { least, greatest, whole: whole ? 'yes' : 'no' })
  /** Whether the error is that of one of the values. */
  const isFaulty = (index: number) => {
    const value = (values[index] ?? '').trim()
    if (issue === 'Required') return value === ''
    return issue === 'Range' ? !isInRange(field, value) : issue !== 'Order' || index === 1
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        const found = filterIssueOf(field, operator, values)
        setIssue(found)
        if (found || !operator) return
        const kept = arityOf(operator) === 'many' ? values : values.slice(0, inputCount(operator))
        onApply({ ...condition, operator: operator.id, values: kept.map(value => value.trim()).filter(Boolean) })
      }}
    >
      <h2 className="text-sm font-semibold">{field.label}</h2>
      {field.operators.length > 1 ? (
        <Field label={<FormattedMessage id="DesignSystem.FilterBar.Operator" />}>
          <Select
            options={field.operators.map(({ id, label }) => ({ value: id, label }))}
            value={operatorId}
            onValueChange={next => {
              setOperatorId(next)
              setIssue(undefined)
            }}
          />
        </Field>
      ) : null}
      {arityOf(operator) === 'many' && field.kind === 'choice' && (field.options?.length ?? 0) > mostInView ? (
        <Field label={<FormattedMessage id="DesignSystem.FilterBar.Value" />} error={issueText}>
          <MultiSelect options={field.options ?? []} value={values} data-filter-start="" onValueChange={change} />
        </Field>
      ) : arityOf(operator) === 'many' && field.kind === 'choice' ? (
        <ManyChoices field={field} values={values} onChange={change} issue={issue} />
      ) : arityOf(operator) === 'many' ? (
        <Field
          label={<FormattedMessage id="DesignSystem.FilterBar.Value" />}
          description={<FormattedMessage id="DesignSystem.FilterBar.Lines" />}
          error={issueText}
        >
          <Textarea
            rows={4}
            mono={field.mono ?? false}
            data-filter-start=""
            value={values.join('\n')}
            onChange={event => change(event.target.value.split('\n'))}
          />
        </Field>
      ) : (
        Array.from({ length: inputCount(operator) }, (_, index) => (
          <Field
            key={index}
            label={
              <FormattedMessage
                id={`DesignSystem.FilterBar.${inputCount(operator) === 1 ? 'Value' : index === 0 ? 'From' : 'To'}`}
              />
            }
            error={isFaulty(index) ? issueText : undefined}
          >
            <ValueInput
              field={fieldFor(field, operator)}
              value={values[index] ?? ''}
              {...(index === 0 ? { 'data-filter-start': '' } : {})}
              onValueChange={value => setAt(index, value)}
            />
          </Field>
        ))
      )}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          <FormattedMessage id="DesignSystem.FilterBar.Cancel" />
        </Button>
        <Button type="submit" variant="primary">
          <FormattedMessage id="DesignSystem.FilterBar.Apply" />
        </Button>
      </div>
    </form>
  )
}

/** More choices than these are searched for instead of read through. */
const mostInView = 20

interface ManyChoicesProps {
  field: FilterField
  values: readonly string[]
  issue: FilterIssue | undefined
  onChange: (values: readonly string[]) => void
}

function ManyChoices({ field, values, issue, onChange }: ManyChoicesProps) {
  const intl = useIntl()
  const errorId = useId()
  return (
    <div
      role="group"
      aria-label={intl.formatMessage({ id: 'DesignSystem.FilterBar.Value' })}
      aria-describedby={issue ? errorId : undefined}
      className="flex max-h-[40dvh] flex-col gap-2 overflow-y-auto py-1 ps-1"
    >
      {(field.options ?? []).map((option, index) => (
        <Checkbox
          key={option.value}
          {...(index === 0 ? { 'data-filter-start': '' } : {})}
          label={option.label}
          checked={values.includes(option.value)}
          onCheckedChange={checked =>
            onChange(checked === true ? [...values, option.value] : values.filter(value => value !== option.value))
          }
        />
      ))}
      {issue ? (
        <p id={errorId} role="alert" className="text-xs text-danger-text">
          <FormattedMessage id={`DesignSystem.FilterBar.${issue}`} />
        </p>
      ) : null}
    </div>
  )
}
