import { type KeyboardEvent, useId, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MultiSelect } from '../../forms/multi-select/multi-select.tsx'
import { defined } from '../../lib/defined.ts'
import { arityOf, type FilterCondition, inputCount } from '../filter-bar/filter-model.ts'
import { ValueInput } from '../filter-bar/value-input.tsx'
import { ItemFrame } from './item-frame.tsx'
import { QueryChoice } from './query-choice.tsx'
import { useQuery } from './query-context.ts'
import { conditionNumber } from './query-model.ts'

/** One comparison: field, comparison, values. Enter in a value adds the next condition. */
export function QueryCondition({ condition }: { condition: FilterCondition }) {
  const intl = useIntl()
  const errorId = useId()
  const noteId = useId()
  const { root, fields, issues, replace, add, readOnly, textOf } = useQuery('QueryCondition')
  const field = fields.find(candidate => candidate.id === condition.field)
  const operator = field?.operators.find(candidate => candidate.id === condition.operator)
  const issue = issues.get(condition.id)
  const shared = {
    size: 'sm' as const,
    invalid: issue !== undefined,
    ...(issue ? { 'aria-describedby': errorId } : {}),
  }

  // Searched at every keystroke: the objects are stable as long as the fields are the same.
  const choices = useMemo(
    () => fields.map(({ id, label, note }) => ({ value: id, label, ...defined({ description: note }) })),
    [fields],
  )
  const operators = useMemo(() => (field?.operators ?? []).map(({ id, label }) => ({ value: id, label })), [field])

  const chooseField = (id: string) => {
    const next = fields.find(candidate => candidate.id === id)
    if (!next) return
    // Values are retained where the new field reads them in the same way.
    const kept = next.kind === field?.kind && next.kind !== 'choice' ? condition.values : []
    replace({
      ...condition,
      field: id,
      operator: (next.operators.find(({ id: same }) => same === condition.operator) ?? next.operators[0])?.id ?? '',
      values: kept,
    })
  }
  const setAt = (index: number, value: string) => {
    const length = Math.max(inputCount(operator), index + 1)
    replace({
      ...condition,
      values: Array.from({ length }, (_, at) => (at === index ? value : (condition.values[at] ?? ''))),
    })
  }
  // The fields of all conditions have the same labels: the number tells them apart without the list around them.
  const number = conditionNumber(root, condition.id)
  const named = (part: 'Field' | 'Operator' | 'Value' | 'From' | 'To') =>
    intl.formatMessage(
      { id: 'DesignSystem.QueryBuilder.Named' },
      { number, name: intl.formatMessage({ id: `DesignSystem.QueryBuilder.${part}` }) },
    )
  const nameOf = (index: number) => named(inputCount(operator) === 1 ? 'Value' : index === 0 ? 'From' : 'To')
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.role === 'combobox') return
    event.preventDefault()
    add('condition', { after: condition.id })
  }

  if (readOnly)
    return (
      <ItemFrame
        item={condition}
        className="w-fit max-w-full rounded-chip border border-line bg-surface px-2 py-0.5 wrap-break-word"
      >
        <bdi>{textOf(condition)}</bdi>
      </ItemFrame>
    )
  return (
    <ItemFrame item={condition}>
      <div role="presentation" className="flex flex-wrap items-start gap-1" onKeyDown={enter}>
        <QueryChoice
          data-start
          aria-label={named('Field')}
          invalid={issue === 'UnknownField'}
          aria-describedby={issue === 'UnknownField' ? errorId : field?.note === undefined ? undefined : noteId}
          options={choices}
          value={field?.id}
          placeholder={condition.field}
          onChoose={chooseField}
        />
        {field ? (
          <QueryChoice
            aria-label={named('Operator')}
            options={operators}
            value={operator?.id}
            placeholder={condition.operator}
            onChoose={next => replace({ ...condition, operator: next })}
          />
        ) : null}
        {field && arityOf(operator) === 'many' && field.kind === 'choice' ? (
          <MultiSelect
            {...shared}
            options={field.options ?? []}
            value={condition.values}
            onValueChange={values => replace({ ...condition, values })}
            aria-label={nameOf(0)}
            className="min-w-nav flex-1"
          />
        ) : field ? (
          Array.from({ length: inputCount(operator) }, (_, index) => (
            <ValueInput
              key={index}
              {...shared}
              field={field}
              value={condition.values[index] ?? ''}
              onValueChange={value => setAt(index, value)}
              aria-label={nameOf(index)}
              className="w-auto max-w-full"
            />
          ))
        ) : null}
        {field?.note === undefined ? null : (
          <bdi id={noteId} dir="ltr" className="max-w-full truncate py-0.5 ps-1 font-mono text-fg-muted">
            {field.note}
          </bdi>
        )}
      </div>
      {issue ? (
        <p id={errorId} className="pbs-1 text-xs text-danger-text">
          {issue === 'UnknownField' ? (
            <FormattedMessage
              id="DesignSystem.QueryBuilder.UnknownField"
              values={{
                field: (
                  <bdi dir="ltr" className="font-mono">
                    {condition.field}
                  </bdi>
                ),
              }}
            />
          ) : issue === 'Empty' ? null : (
            <FormattedMessage id={`DesignSystem.FilterBar.${issue}`} />
          )}
        </p>
      ) : null}
    </ItemFrame>
  )
}
