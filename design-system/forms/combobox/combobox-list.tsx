import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, Minus, Plus, RotateCcw } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Icon } from '../../primitives/icon/icon.tsx'
import { type ListEntry, markMatch } from './combobox-options.tsx'
import type { ComboboxState } from './use-combobox.ts'

/** Longer lists render only the visible options. */
const virtualFrom = 200

interface ListProps {
  state: ComboboxState
  label: string | undefined
  labelledBy: string | undefined
  multiple: boolean
  loading: boolean
  /** Whether a value is chosen. */
  isChosen: (value: string) => boolean
  /** How many of the enabled options are chosen, for the line that selects all. */
  all?: 'none' | 'some' | 'all'
}

// Until the popup is positioned its height is unknown: without the fallback a long list would render all options once.
const listClasses =
  'relative max-h-[min(20rem,calc(var(--radix-popover-content-available-height,20rem)-3rem))] min-h-0 overflow-y-auto p-1'

/** The list of a combobox. Its keys are handled by the text field, which retains the focus. */
export function ComboboxList(props: ListProps) {
  const { state, label, labelledBy, multiple, loading } = props
  const aria = {
    id: state.listId,
    role: 'listbox',
    'aria-label': label,
    'aria-labelledby': label === undefined ? labelledBy : undefined,
    'aria-multiselectable': multiple || undefined,
    'aria-busy': loading || undefined,
  }
  return state.entries.length > virtualFrom ? <LongList {...props} aria={aria} /> : <ShortList {...props} aria={aria} />
}

type RenderedListProps = ListProps & { aria: Record<string, string | boolean | undefined> }

/** Headings contain their options: each group is one for assistive technology, too. */
function ShortList({ aria, ...props }: RenderedListProps) {
  const { state } = props
  const groups: { heading: number | undefined; members: number[] }[] = []
  state.entries.forEach((entry, index) => {
    const group = entry.kind === 'option' ? entry.group : undefined
    const last = groups.at(-1)
    if (entry.kind === 'heading') groups.push({ heading: index, members: [] })
    else if (last && (last.heading === undefined ? group === undefined : group !== undefined)) last.members.push(index)
    else groups.push({ heading: undefined, members: [index] })
  })
  return (
    <div {...aria} className={listClasses}>
      {groups.map(({ heading, members }, at) => {
        const lines = members.map(index => <Line key={state.entries[index]?.key} {...props} index={index} reveal />)
        return heading === undefined ? (
          lines
        ) : (
          <div key={at} role="group" aria-labelledby={state.entryId(heading)}>
            <Line {...props} index={heading} />
            {lines}
          </div>
        )
      })}
    </div>
  )
}

function LongList({ aria, ...props }: RenderedListProps) {
  const { state } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: state.entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => {
      const entry = state.entries[index]
      return entry?.kind === 'option' && entry.option.description !== undefined ? 46 : 32
    },
    getItemKey: index => state.entries[index]?.key ?? index,
    paddingStart: 4,
    paddingEnd: 4,
    overscan: 6,
    initialRect: { width: 0, height: 320 },
  })
  const at = state.entries.findIndex(entry => entry.key === state.active)
  useEffect(() => {
    if (at !== -1) virtual.scrollToIndex(at)
  }, [at, virtual])
  return (
    <div {...aria} ref={scroller} className={listClasses}>
      <div role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(item => (
          <Line
            key={item.key}
            {...props}
            index={item.index}
            measure={virtual.measureElement}
            style={{
              position: 'absolute',
              insetInline: 4,
              insetBlockStart: 0,
              transform: `translateY(${item.start}px)`,
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface LineProps extends ListProps {
  index: number
  style?: CSSProperties
  measure?: (element: HTMLElement | null) => void
  /** Scrolls itself into view when it becomes the active option. */
  reveal?: boolean
}

const lineClasses =
  'flex min-h-8 items-center gap-2 rounded-control border border-transparent px-2 py-1 select-none aria-disabled:text-fg-disabled data-active:bg-surface-hover data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus'

function Line({ state, index, style, measure, reveal = false, multiple, isChosen, all = 'none' }: LineProps) {
  const ref = useRef<HTMLDivElement>(null)
  const entry = state.entries[index]
  const active = entry?.key === state.active
  useEffect(() => {
    if (active && reveal) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [active, reveal])
  if (!entry) return null
  if (entry.kind === 'heading') {
    return (
      <div
        ref={measure}
        data-index={index}
        id={state.entryId(index)}
        role="presentation"
        style={style}
        className="px-2 py-1.5 text-xs text-fg-muted"
      >
        <bdi>{entry.label}</bdi>
      </div>
    )
  }
  const chosen = entry.kind === 'option' ? isChosen(entry.option.value) : entry.kind === 'all' && all === 'all'
  return (
    // The keys of an option are handled by the text field, which retains the focus (aria-activedescendant).
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/interactive-supports-focus -- the combobox input has the focus and the keys
    <div
      ref={node => {
        ref.current = node
        measure?.(node)
      }}
      data-index={index}
      id={state.entryId(index)}
      role="option"
      aria-selected={chosen}
      aria-disabled={(entry.kind === 'option' && entry.option.disabled) || undefined}
      aria-setsize={measure ? state.entries.filter(other => other.kind !== 'heading').length : undefined}
      aria-posinset={
        measure ? state.entries.slice(0, index + 1).filter(other => other.kind !== 'heading').length : undefined
      }
      data-active={active || undefined}
      style={style}
      onPointerMove={() => (active ? undefined : state.setActive(entry.key))}
      onPointerDown={event => event.preventDefault()}
      onClick={() => state.pick(entry)}
      className={lineClasses}
    >
      {multiple && (entry.kind === 'option' || entry.kind === 'all') ? (
        <Box state={entry.kind === 'all' ? all : chosen ? 'all' : 'none'} />
      ) : null}
      <LineText entry={entry} text={state.text ?? ''} />
      {!multiple && chosen ? (
        <span className="flex text-accent-text">
          <Icon icon={Check} />
        </span>
      ) : null}
    </div>
  )
}

/** The appearance of a checkbox: `aria-selected` of the option has the state. */
function Box({ state }: { state: 'none' | 'some' | 'all' }) {
  return (
    <span
      aria-hidden
      data-state={state}
      className="forced-color-adjust-none inline-flex size-4 shrink-0 items-center justify-center rounded-mark border border-line-strong bg-surface text-accent-on data-[state=all]:border-accent data-[state=all]:bg-accent data-[state=some]:border-accent data-[state=some]:bg-accent"
    >
      {state === 'all' ? (
        <Check strokeWidth={2.5} className="size-3" />
      ) : state === 'some' ? (
        <Minus strokeWidth={2.5} className="size-3" />
      ) : null}
    </span>
  )
}

function LineText({ entry, text }: { entry: ListEntry; text: string }): ReactNode {
  const { locale } = useIntl()
  if (entry.kind === 'option') {
    return (
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <bdi>{markMatch(entry.option.label, text, locale)}</bdi>
        </span>
        {entry.option.description === undefined ? null : (
          <span className="block truncate text-xs text-fg-muted">{entry.option.description}</span>
        )}
      </span>
    )
  }
  if (entry.kind === 'create') {
    return (
      <>
        <Icon icon={Plus} className="text-fg-muted" />
        <span className="min-w-0 flex-1 truncate">
          <FormattedMessage id="DesignSystem.Combobox.Create" values={{ text: <bdi>{entry.text}</bdi> }} />
        </span>
      </>
    )
  }
  if (entry.kind === 'all')
    return (
      <span className="min-w-0 flex-1 truncate font-medium">
        <FormattedMessage id="DesignSystem.Combobox.SelectAll" />
      </span>
    )
  return (
    <>
      <Icon icon={RotateCcw} className="text-fg-muted" />
      <span className="min-w-0 flex-1 font-medium">
        <FormattedMessage id="DesignSystem.Combobox.Retry" />
      </span>
    </>
  )
}
