import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useTextScale } from '../../lib/text-scale/text-scale.ts'
import { Button } from '../../primitives/button/button.tsx'
import { JsonLine } from './json-line.tsx'
import { ancestorsOf, isLongerThan, serialiseAt, visibleNodes } from './json-nodes.ts'
import { JsonToolbar } from './json-toolbar.tsx'
import { useJsonSearch } from './use-json-search.ts'

export interface JsonViewerProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The value to show: an object, an array or a plain value. */
  value: unknown
  /** Accessible name of the tree. */
  label: string
  /** Number of levels that are initially open. */
  openDepth?: number
  /** Fields whose value is not shown, searched or copied. */
  masked?: (path: string) => boolean
  /** Fields that were removed from the record, for privacy: shown as such. */
  redacted?: (path: string) => boolean
}

/** Pixels at the usual text size. */
const usualLineHeight = 24
/** Number of characters above which the viewer opens on request only. */
const largest = 5_000_000
const everything = 1000
const noMask = () => false

/**
 * A payload as a tree: lines are virtual, so a megabyte opens as fast as a line. The text always runs left to right.
 */
export function JsonViewer({
  value,
  label,
  openDepth = 2,
  masked = noMask,
  redacted = noMask,
  className,
  ...props
}: JsonViewerProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const scroller = useRef<HTMLDivElement>(null)
  const focusRequested = useRef(false)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map<string, boolean>())
  const [active, setActive] = useState('')
  const [depth, setDepth] = useState(openDepth)
  const [largeAllowed, setLargeAllowed] = useState<unknown>()
  const tooLarge = useMemo(() => isLongerThan(value, largest), [value]) && largeAllowed !== value
  const hidden = useCallback((path: string) => masked(path) || redacted(path), [masked, redacted])

  const isOpen = (path: string, level: number) => toggled.get(path) ?? level < depth
  const lines = useMemo(
    () =>
      visibleNodes(tooLarge ? null : value, {
        isOpen: (path, level) => toggled.get(path) ?? level < depth,
        isMasked: masked,
        isRedacted: redacted,
      }),
    [value, tooLarge, toggled, depth, masked, redacted],
  )
  const { query, setQuery, matches, matchSet } = useJsonSearch(tooLarge ? null : value, hidden)
  const activeIndex = Math.max(
    0,
    lines.findIndex(line => line.path === active),
  )
  const lineHeight = usualLineHeight * useTextScale()
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 8,
    initialRect: { width: 600, height: 400 },
    rangeExtractor: range => {
      const indexes = Array.from(
        {
          length:
            Math.min(range.endIndex + range.overscan, range.count - 1) -
            Math.max(range.startIndex - range.overscan, 0) +
            1,
        },
        (_, i) => Math.max(range.startIndex - range.overscan, 0) + i,
      )
      if (!indexes.includes(activeIndex) && activeIndex < range.count) indexes.push(activeIndex)
      return indexes
    },
  })

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, lineHeight])
  useLayoutEffect(() => {
    if (!focusRequested.current) return
    focusRequested.current = false
    virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
    scroller.current?.querySelector<HTMLElement>(`[data-line="${activeIndex}"]`)?.focus({ preventScroll: true })
  })

  const setOpen = (path: string, open: boolean) => setToggled(previous => new Map(previous).set(path, open))
  const goTo = (path: string | undefined, focus = true) => {
    if (path === undefined) return
    focusRequested.current = focus
    setActive(path)
  }
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return
    const at = matches.indexOf(active)
    const next = matches[(at + by + matches.length) % matches.length] ?? matches[0]
    if (next === undefined) return
    setToggled(previous => {
      const opened = new Map(previous)
      for (const path of ancestorsOf(next)) if (path !== next) opened.set(path, true)
      return opened
    })
    goTo(next, false)
    requestAnimationFrame(() => {
      const element = scroller.current
      const index = Number(element?.querySelector('[data-active]')?.getAttribute('data-line') ?? -1)
      if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' })
    })
    announce(
      intl.formatMessage(
        { id: 'DesignSystem.JsonViewer.Hit' },
        { index: matches.indexOf(next) + 1, count: matches.length },
      ),
    )
  }
  const copy = (text: string) => {
    void navigator.clipboard.writeText(text).then(
      () => announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.Copied' })),
      () => announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.CopyFailed' }), { assertive: true }),
    )
  }
  const activeLine = lines[activeIndex]
  const copyValue = () => {
    if (activeLine && !activeLine.masked) copy(serialiseAt(value, activeLine.path, hidden))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const line = activeLine
    if (!line) return
    const open = line.size > 0 && isOpen(line.path, line.depth)
    const parent = ancestorsOf(line.path).at(-1)
    const moves: Record<string, () => void> = {
      ArrowDown: () => goTo(lines[activeIndex + 1]?.path),
      ArrowUp: () => goTo(lines[activeIndex - 1]?.path),
      Home: () => goTo(lines[0]?.path),
      End: () => goTo(lines.at(-1)?.path),
      ArrowRight: () =>
        line.size > 0 && !open ? setOpen(line.path, true) : open ? goTo(lines[activeIndex + 1]?.path) : undefined,
      ArrowLeft: () => (open ? setOpen(line.path, false) : line.path === '' ? undefined : goTo(parent)),
      Enter: () => {
        if (line.size > 0) setOpen(line.path, !open)
      },
      ' ': () => {
        if (line.size > 0) setOpen(line.path, !open)
      },
      c: () => {
        if (event.ctrlKey || event.metaKey) copyValue()
      },
    }
    const move = moves[event.key]
    if (
      !move ||
      (event.key === 'c' && ((!event.ctrlKey && !event.metaKey) || (getSelection()?.toString() ?? '') !== ''))
    )
      return
    event.preventDefault()
    move()
  }

  const onClick = (event: MouseEvent) => {
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset['line']
    const line = index === undefined ? undefined : lines[Number(index)]
    if (!line) return
    goTo(line.path)
    if (line.size > 0) setOpen(line.path, !isOpen(line.path, line.depth))
  }

  return (
    <div data-slot="json-viewer" className={cn('flex min-h-0 flex-col text-sm text-fg', className)} {...props}>
      <JsonToolbar
        query={query}
        onQueryChange={setQuery}
        matchCount={matches.length}
        onStep={step}
        onExpandAll={() => {
          setToggled(new Map())
          setDepth(everything)
        }}
        onCollapseAll={() => {
          setToggled(new Map())
          setDepth(1)
        }}
        onCopyPath={() => {
          if (activeLine) copy(activeLine.path)
        }}
        canCopyValue={!(activeLine?.masked ?? true)}
        onCopyValue={copyValue}
      />
      {tooLarge ? (
        <div className="flex flex-wrap items-center gap-2 px-4 py-3">
          <p>
            <FormattedMessage id="DesignSystem.JsonViewer.TooLarge" />
          </p>
          <Button size="sm" onClick={() => setLargeAllowed(value)}>
            <FormattedMessage id="DesignSystem.JsonViewer.ShowAnyway" />
          </Button>
        </div>
      ) : null}
      <div ref={scroller} hidden={tooLarge} dir="ltr" className="min-h-0 flex-1 overflow-auto py-1 font-mono">
        <div
          role="tree"
          tabIndex={-1}
          aria-label={label}
          className="relative"
          style={{ height: lines.length * lineHeight }}
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          {virtualizer.getVirtualItems().map(item => {
            const line = lines[item.index]
            if (!line) return null
            const open = line.size > 0 && isOpen(line.path, line.depth)
            return (
              <JsonLine
                key={line.path}
                line={line}
                label={label}
                index={item.index}
                start={item.start}
                open={open}
                active={line.path === active}
                focusable={item.index === activeIndex}
                matched={matchSet.has(line.path)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
