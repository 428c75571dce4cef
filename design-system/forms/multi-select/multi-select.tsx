import { Ban, ChevronDown } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { type ComponentProps, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Tag } from '../../primitives/tag/tag.tsx'
import { ComboboxList } from '../combobox/combobox-list.tsx'
import type { ComboboxOption } from '../combobox/combobox-options.tsx'
import { ComboboxPopup } from '../combobox/combobox-popup.tsx'
import type { ListSource } from '../combobox/list-source.ts'
import { useCombobox } from '../combobox/use-combobox.ts'
import { useFieldControl } from '../field/field.tsx'
import { controlVariants } from '../input/control-variants.ts'
import { stableKeys } from '../input/stable-keys.ts'
import { useTagKeys } from '../tag-input/use-tag-keys.ts'

export type MultiSelectMode = 'include' | 'exclude'

export interface MultiSelectProps
  extends Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'size' | 'onChange' | 'type'>,
    ListSource {
  /** Values of the chosen options. */
  value?: readonly string[]
  /** Values that are initially chosen, for uncontrolled use. */
  defaultValue?: readonly string[]
  /** Called with the values of all chosen options. */
  onValueChange?: (value: readonly string[]) => void
  /** Offers to invert the choice: everything but these. */
  excludable?: boolean
  /** Whether the choice includes or excludes its options. */
  mode?: MultiSelectMode
  /** Whether it initially includes or excludes them, for uncontrolled use. */
  defaultMode?: MultiSelectMode
  /** Called when the choice is inverted. */
  onModeChange?: (mode: MultiSelectMode) => void
  /** Shows the number of chosen options in place of the tags. */
  summary?: boolean
  /** Maximum number of visible tags; the number of the others is shown. */
  maxTags?: number
  /** Adds a first line that selects all listed options. */
  selectAll?: boolean
}

/** Chooses several of many options. The list stays open; chosen options are tags in the field. */
export function MultiSelect({
  options,
  value,
  defaultValue = [],
  onValueChange,
  excludable = false,
  mode,
  defaultMode = 'include',
  onModeChange,
  summary = false,
  maxTags = 6,
  selectAll = false,
  recent,
  onSearch,
  onCreate,
  loading = false,
  error,
  onRetry,
  empty,
  invalid = false,
  size = 'md',
  className,
  id,
  required,
  disabled,
  readOnly,
  placeholder,
  onClick,
  onKeyDown,
  ...props
}: MultiSelectProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const summaryId = useId()
  const [chosen, setChosen] = useControllable<readonly string[]>({ value, defaultValue, onValueChange })
  const [turned, setTurned] = useControllable<MultiSelectMode>({
    value: mode,
    defaultValue: defaultMode,
    onValueChange: onModeChange,
  })
  const control = useFieldControl({ ...props, id, required, invalid })
  useUniqueIds('MultiSelect', 'options', options, all => all.map(option => option.value))
  const box = useRef<HTMLDivElement>(null)
  const tagKeys = useTagKeys()
  const labelOf = (one: string) => options.find(option => option.value === one)?.label ?? one

  const change = (next: readonly string[], changed: string | undefined) => {
    setChosen(next)
    const count = next.length
    announce(
      changed === undefined
        ? intl.formatMessage({ id: 'DesignSystem.MultiSelect.Count' }, { count })
        : intl.formatMessage(
            { id: next.includes(changed) ? 'DesignSystem.MultiSelect.Added' : 'DesignSystem.MultiSelect.Removed' },
            { name: labelOf(changed), count },
          ),
    )
  }
  const toggle = (one: string) =>
    change(chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one], one)
  const toggleAll = (listed: readonly ComboboxOption[]) => {
    const values = listed.map(option => option.value)
    const full = values.every(one => chosen.includes(one))
    change(full ? chosen.filter(one => !values.includes(one)) : [...new Set([...chosen, ...values])], undefined)
  }

  const failed = error !== undefined
  const state = useCombobox({
    options,
    recent,
    onSearch,
    onCreate,
    onRetry,
    loading,
    hasError: failed,
    selectAll,
    disabled,
    readOnly,
    multiple: true,
    onPick: option => toggle(option.value),
    onPickAll: toggleAll,
  })
  const { inputProps } = state
  const set = new Set(chosen)
  const listed = state.entries.flatMap(entry =>
    entry.kind === 'option' && !entry.option.disabled ? [entry.option.value] : [],
  )
  const selectedCount = listed.filter(one => set.has(one)).length
  const shownTags = summary ? [] : chosen.slice(0, maxTags)
  const hidden = chosen.length - shownTags.length
  const locked = disabled === true || readOnly === true
  const keys = stableKeys(shownTags)

  return (
    <Radix.Root open={state.open} onOpenChange={state.setOpen}>
      <Radix.Anchor asChild>
        {/* Key events bubble from the field and the tags inside: the box itself is not focusable. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- listens to the keys of the controls inside */}
        <div
          ref={box}
          data-slot="multi-select"
          data-tag-list
          data-mode={turned}
          onKeyDown={tagKeys}
          className={cn(controlVariants({ size, invalid: control.invalid }), 'py-px ps-1', className)}
        >
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
            {excludable ? (
              <button
                type="button"
                aria-pressed={turned === 'exclude'}
                disabled={locked}
                onClick={() => setTurned(turned === 'exclude' ? 'include' : 'exclude')}
                className="focus-ring-inset inline-flex h-control-sm shrink-0 items-center gap-1 rounded-chip border border-transparent px-1.5 text-xs font-medium text-fg-secondary not-disabled:hover:bg-surface-hover disabled:text-fg-disabled aria-pressed:border-accent-border aria-pressed:bg-surface-selected aria-pressed:text-accent-text system-highlight"
              >
                <Icon icon={Ban} size={12} />
                <FormattedMessage id="DesignSystem.MultiSelect.NotIn" />
              </button>
            ) : null}
            {shownTags.length > 0 ? (
              // eslint-disable-next-line jsx-a11y-x/no-redundant-roles -- without bullets Safari does not take it for a list
              <ul role="list" className="contents">
                {shownTags.map((one, index) => (
                  <li key={keys[index]} className="flex max-w-full min-w-0">
                    <Tag
                      name={labelOf(one)}
                      disabled={disabled}
                      buttonTabIndex={-1}
                      {...(locked
                        ? {}
                        : {
                            onRemove: () =>
                              change(
                                chosen.filter(other => other !== one),
                                one,
                              ),
                          })}
                    >
                      <bdi>{labelOf(one)}</bdi>
                    </Tag>
                  </li>
                ))}
              </ul>
            ) : null}
            {hidden > 0 && !summary ? <Overflow count={hidden} /> : null}
            <span id={summaryId} className={summary && chosen.length > 0 ? 'shrink-0 ps-1' : 'sr-only'}>
              <FormattedMessage
                id={turned === 'exclude' ? 'DesignSystem.MultiSelect.CountExcluded' : 'DesignSystem.MultiSelect.Count'}
                values={{ count: chosen.length }}
              />
            </span>
            <input
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              {...props}
              {...control.aria}
              {...inputProps}
              id={control.id}
              required={control.required}
              aria-describedby={[summaryId, control.aria['aria-describedby']].filter(Boolean).join(' ')}
              placeholder={chosen.length === 0 ? placeholder : undefined}
              value={state.text ?? ''}
              onClick={event => {
                onClick?.(event)
                inputProps.onClick()
              }}
              onKeyDown={event => {
                onKeyDown?.(event)
                inputProps.onKeyDown(event)
              }}
              size={1}
              // As wide as its text: an empty one does not wrap to a line of its own after the tags.
              className="min-h-control-sm min-w-10 flex-auto field-sizing-content border-0 bg-transparent px-1 in-[[dir=rtl]]:ltr:text-end outline-none placeholder:text-fg-muted disabled:text-fg-disabled"
            />
          </div>
          <span className="flex text-fg-muted">
            <Icon icon={ChevronDown} size={12} />
          </span>
        </div>
      </Radix.Anchor>
      <ComboboxPopup
        box={box}
        loading={loading}
        noOptions={listed.length === 0 && !state.entries.some(entry => entry.kind === 'option')}
        error={error}
        empty={empty}
        onEscape={state.escape}
      >
        <ComboboxList
          state={state}
          label={props['aria-label']}
          labelledBy={props['aria-labelledby'] ?? control.labelId}
          multiple
          loading={loading}
          isChosen={one => set.has(one)}
          all={selectedCount === 0 ? 'none' : selectedCount === listed.length ? 'all' : 'some'}
        />
      </ComboboxPopup>
    </Radix.Root>
  )
}

/** Number of tags that did not fit. */
function Overflow({ count }: { count: number }) {
  const intl = useIntl()
  return (
    <span className="inline-flex h-control-sm shrink-0 items-center rounded-chip border border-line-subtle bg-surface-sunken px-1.5 text-xs font-medium text-fg-secondary tabular-nums">
      <span aria-hidden dir="ltr">
        {intl.formatMessage({ id: 'DesignSystem.MultiSelect.MoreShort' }, { count })}
      </span>
      <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.MultiSelect.More' }, { count })}</span>
    </span>
  )
}
