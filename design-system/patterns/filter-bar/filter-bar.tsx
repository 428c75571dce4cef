import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Button } from '../../primitives/button/button.tsx'
import { FilterAdd } from './filter-add.tsx'
import { FilterChip, useConditionText } from './filter-chip.tsx'
import type { FilterCondition, FilterField } from './filter-model.ts'

export interface FilterBarProps extends Omit<ComponentProps<'div'>, 'onChange'> {
  /** Available fields, in the order of the list. Those with `quick` are offered for a typed text directly. */
  fields: readonly FilterField[]
  /** Conditions in reading order, joined by `match`. */
  value: readonly FilterCondition[]
  /** Called with all conditions after each change. */
  onValueChange: (value: readonly FilterCondition[]) => void
  /** A condition whose editor is initially open, with its previous input: one of `value`, or a new one. */
  defaultEditing?: FilterCondition | null
  /** Called with the condition being edited, before it is applied; null when no editor is open. */
  onEditingChange?: (condition: FilterCondition | null) => void
  /** Whether all conditions must be met, or any of them. */
  match?: 'all' | 'any'
  /** Largest number of conditions: with so many, the button that adds says so and opens nothing. */
  limit?: number
  /** Name of the group, where a page has several. */
  label?: string
  /** Shows a button that removes all conditions. */
  clearable?: boolean
  /** Content at the inline end: "Edit as query". */
  end?: ReactNode
}

const draftId = 'draft'
/** More conditions than this are folded behind their number: the list below is the subject of the page. */
const mostAtOnce = 6

/** A condition on a removed field (an old link) still counts: it is shown as written, so that it can be removed. */
const asWritten = ({ field, operator, values }: FilterCondition): FilterField => ({
  id: field,
  label: field,
  gone: true,
  kind: 'text',
  operators: [{ id: operator, label: operator, ...(values.length === 0 ? { arity: 'none' as const } : {}) }],
})

/**
 * The conditions of a list as a sentence of chips, with a list to add one by its name or its value. Connectives are
 * text.
 */
export function FilterBar({
  fields,
  value,
  onValueChange,
  defaultEditing = null,
  onEditingChange,
  match = 'all',
  limit,
  label,
  clearable = false,
  end,
  className,
  ref,
  ...props
}: FilterBarProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const conditionText = useConditionText()
  useUniqueIds('FilterBar', 'conditions', value)
  useUniqueIds('FilterBar', 'fields', fields)
  const bar = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [resumed, setResumed] = useState(defaultEditing)
  const [draft, setDraft] = useState<FilterCondition | undefined>(() => (resumed?.id === draftId ? resumed : undefined))
  const [openId, setOpenId] = useState(resumed?.id)
  const [unfolded, setUnfolded] = useState(false)
  const full = limit !== undefined && value.length >= limit && !draft
  const foldable = value.length > mostAtOnce
  const all = draft ? [...value, draft] : value
  // The condition being edited is never folded.
  const shown =
    foldable && !unfolded ? all.filter(({ id }, index) => index < mostAtOnce || id === openId || id === draftId) : all

  const startDraft = (field: FilterField) => {
    setDraft({ id: draftId, field: field.id, operator: field.operators[0]?.id ?? '', values: [] })
    setOpenId(draftId)
  }
  const shut = () => {
    setOpenId(undefined)
    setResumed(null)
  }
  const close = (id: string) => {
    shut()
    if (id !== draftId) return
    // A condition that was never applied is discarded.
    setDraft(undefined)
    addButton.current?.focus()
  }
  const add = (condition: Omit<FilterCondition, 'id'>) => {
    setUnfolded(true)
    onValueChange([...value, { ...condition, id: crypto.randomUUID() }])
  }
  const apply = (condition: FilterCondition) => {
    shut()
    if (condition.id !== draftId) {
      onValueChange(value.map(old => (old.id === condition.id ? condition : old)))
      return
    }
    setDraft(undefined)
    add(condition)
    addButton.current?.focus()
  }
  const remove = (condition: FilterCondition, field: FilterField) => {
    const index = shown.indexOf(condition)
    const neighbour = shown[index + 1] ?? shown[index - 1]
    const target = neighbour && bar.current?.querySelector<HTMLElement>(`[data-chip="${CSS.escape(neighbour.id)}"]`)
    ;(target ?? addButton.current)?.focus()
    shut()
    if (condition.id === draftId) setDraft(undefined)
    else onValueChange(value.filter(old => old.id !== condition.id))
    announce(
      intl.formatMessage({ id: 'DesignSystem.FilterBar.Removed' }, { condition: conditionText(field, condition).text }),
    )
  }

  return (
    <div
      ref={mergeRefs(bar, ref)}
      role="group"
      data-slot="filter-bar"
      aria-label={label ?? intl.formatMessage({ id: 'DesignSystem.FilterBar.Label' })}
      className={cn(
        'flex min-h-bar flex-wrap items-center gap-2 border-be border-line-subtle px-page py-1.5 text-xs',
        className,
      )}
      {...props}
    >
      {shown.map((condition, index) => {
        const field = fields.find(candidate => candidate.id === condition.field) ?? asWritten(condition)
        return (
          <Fragment key={condition.id}>
            {index > 0 ? (
              <span className="text-fg-muted">
                <FormattedMessage id={`DesignSystem.FilterBar.${match === 'all' ? 'And' : 'Or'}`} />
              </span>
            ) : null}
            <FilterChip
              field={field}
              condition={condition}
              open={openId === condition.id}
              onOpenChange={open => (open ? setOpenId(condition.id) : close(condition.id))}
              onApply={apply}
              onRemove={() => remove(condition, field)}
              edited={resumed?.id === condition.id ? resumed : undefined}
              onEdit={onEditingChange}
            />
          </Fragment>
        )
      })}
      {foldable ? (
        <Button variant="ghost" size="sm" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? (
            <FormattedMessage id="DesignSystem.FilterBar.Fewer" />
          ) : (
            <FormattedMessage id="DesignSystem.FilterBar.More" values={{ count: value.length - mostAtOnce }} />
          )}
        </Button>
      ) : null}
      <FilterAdd
        button={addButton}
        fields={fields}
        editing={openId === draftId}
        onField={startDraft}
        onCondition={add}
        full={full ? limit : undefined}
      />
      {clearable && value.length > 0 ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            onValueChange([])
            addButton.current?.focus()
          }}
        >
          <FormattedMessage id="DesignSystem.FilterBar.Clear" />
        </Button>
      ) : null}
      {end === undefined ? null : <div className="ms-auto flex items-center gap-2">{end}</div>}
    </div>
  )
}
