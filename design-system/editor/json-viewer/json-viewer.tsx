import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, ChevronUp, Copy, Search } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { ancestorsOf, findPaths, isLongerThan, type JsonNode, serialiseAt, visibleNodes } from './json-nodes.ts'

export interface JsonViewerProps extends Omit<ComponentProps<'div'>, 'children'> {
  value: unknown
  label: string
  /** Levels that are open at first. */
  openDepth?: number
  /** Fields whose value is not shown, searched or copied. */
  masked?: (path: string) => boolean
  /** Fields that were taken out of the record, for privacy: shown as such. */
  redacted?: (path: string) => boolean
}

const lineHeight = 24
/** Letters above which one is asked first. */
const largest = 5_000_000
const everything = 1000
/** A string of a megabyte in one line would freeze the page; copying gives all of it. */
const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
const noMask = () => false
const brackets = { object: { empty: '{}', start: '{ ', end: ' }' }, array: { empty: '[]', start: '[ ', end: ' ]' } }
const sizeNames = { object: 'DesignSystem.JsonViewer.Fields', array: 'DesignSystem.JsonViewer.Items' } as const
const colon = ': '
const hiddenName = (line: JsonNode) =>
  line.redacted ? 'DesignSystem.JsonViewer.Redacted' : 'DesignSystem.JsonViewer.Masked'
const colours: Record<JsonNode['kind'], string> = {
  object: 'text-fg-muted',
  array: 'text-fg-muted',
  string: 'text-success-text',
  number: 'text-fg',
  boolean: 'text-accent-text',
  null: 'text-fg-muted',
}

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
  const wanted = useRef(false)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map<string, boolean>())
  const [active, setActive] = useState('')
  const [query, setQuery] = useState('')
  const wantedText = useDeferredValue(query.trim())
  const [depth, setDepth] = useState(openDepth)
  const [allowed, setAllowed] = useState<unknown>()
  const tooLarge = useMemo(() => isLongerThan(value, largest), [value]) && allowed !== value
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
  const hits = useMemo(
    () => findPaths(tooLarge ? null : value, wantedText, hidden),
    [value, tooLarge, wantedText, hidden],
  )
  const hitSet = useMemo(() => new Set(hits), [hits])
  const tellHits = useEffectEvent(() =>
    announce(intl.formatMessage({ id: 'DesignSystem.JsonViewer.Hits' }, { count: hits.length })),
  )
  useEffect(() => {
    if (wantedText === '') return
    // While letters come nothing is said: the last count is the one that holds.
    const timer = setTimeout(tellHits, 300)
    return () => clearTimeout(timer)
  }, [wantedText])
  const activeIndex = Math.max(
    0,
    lines.findIndex(line => line.path === active),
  )
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

  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    virtualizer.scrollToIndex(activeIndex, { align: 'auto' })
    scroller.current?.querySelector<HTMLElement>(`[data-line="${activeIndex}"]`)?.focus({ preventScroll: true })
  })

  const setOpen = (path: string, open: boolean) => setToggled(known => new Map(known).set(path, open))
  const goTo = (path: string | undefined, focus = true) => {
    if (path === undefined) return
    wanted.current = focus
    setActive(path)
  }
  const step = (by: 1 | -1) => {
    if (hits.length === 0) return
    const at = hits.indexOf(active)
    const next = hits[(at + by + hits.length) % hits.length] ?? hits[0]
    if (next === undefined) return
    setToggled(known => {
      const opened = new Map(known)
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
      intl.formatMessage({ id: 'DesignSystem.JsonViewer.Hit' }, { index: hits.indexOf(next) + 1, count: hits.length }),
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

  const spoken = (line: JsonNode) =>
    [
      line.key ?? label,
      intl.formatMessage({ id: `DesignSystem.JsonViewer.Kind.${line.kind}` }),
      line.kind === 'object' || line.kind === 'array'
        ? intl.formatMessage({ id: sizeNames[line.kind] }, { count: line.size })
        : line.masked
          ? intl.formatMessage({ id: hiddenName(line) })
          : shortened(line.kind === 'string' ? line.text.slice(1, -1) : line.text),
    ].join(', ')
  const onClick = (event: MouseEvent) => {
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')?.dataset['line']
    const line = index === undefined ? undefined : lines[Number(index)]
    if (!line) return
    goTo(line.path)
    if (line.size > 0) setOpen(line.path, !isOpen(line.path, line.depth))
  }

  return (
    <div data-slot="json-viewer" className={cn('flex min-h-0 flex-col text-sm text-fg', className)} {...props}>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-1 border-be border-line-subtle px-3 py-1">
        <div className="relative flex min-w-0 flex-1 basis-[12rem] items-center">
          <Search aria-hidden className="pointer-events-none absolute inset-s-2 size-4 text-fg-muted" />
          <input
            type="search"
            dir="auto"
            value={query}
            aria-label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Search' })}
            placeholder={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Search' })}
            className="h-control-sm w-full min-w-0 rounded-control border border-line-strong bg-surface ps-8 pe-2 text-sm text-fg placeholder:text-fg-muted focus-ring"
            onChange={event => setQuery(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              step(event.shiftKey ? -1 : 1)
            }}
          />
        </div>
        {query.trim() === '' ? null : (
          <>
            <span className="px-1 text-xs text-fg-muted">
              <FormattedMessage id="DesignSystem.JsonViewer.Hits" values={{ count: hits.length }} />
            </span>
            <IconButton
              icon={ChevronUp}
              size="sm"
              label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Previous' })}
              disabled={hits.length === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              icon={ChevronDown}
              size="sm"
              label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.Next' })}
              disabled={hits.length === 0}
              onClick={() => step(1)}
            />
          </>
        )}
        <IconButton
          icon={ChevronsUpDown}
          size="sm"
          label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.OpenAll' })}
          onClick={() => {
            setToggled(new Map())
            setDepth(everything)
          }}
        />
        <IconButton
          icon={ChevronsDownUp}
          size="sm"
          label={intl.formatMessage({ id: 'DesignSystem.JsonViewer.CloseAll' })}
          onClick={() => {
            setToggled(new Map())
            setDepth(1)
          }}
        />
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            if (activeLine) copy(activeLine.path)
          }}
        >
          <FormattedMessage id="DesignSystem.JsonViewer.CopyPath" />
        </Button>
        <Button variant="ghost" size="sm" disabled={activeLine?.masked ?? true} onClick={copyValue}>
          <Copy aria-hidden />
          <FormattedMessage id="DesignSystem.JsonViewer.CopyValue" />
        </Button>
      </div>
      {tooLarge ? (
        <div className="flex flex-wrap items-center gap-2 px-4 py-3">
          <p>
            <FormattedMessage id="DesignSystem.JsonViewer.TooLarge" />
          </p>
          <Button size="sm" onClick={() => setAllowed(value)}>
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
              <div
                key={line.path}
                role="treeitem"
                aria-level={line.depth + 1}
                aria-posinset={line.position}
                aria-setsize={line.siblings}
                aria-expanded={line.size > 0 ? open : undefined}
                aria-selected={line.path === active}
                data-line={item.index}
                data-active={line.path === active || undefined}
                tabIndex={item.index === activeIndex ? 0 : -1}
                className="absolute inset-x-0 inset-bs-0 flex h-fact-row min-w-full w-max items-center pe-3 whitespace-pre hover:bg-surface-hover data-active:bg-surface-selected focus-ring-inset"
                style={{
                  transform: `translateY(${item.start}px)`,
                  paddingInlineStart: 8 + Math.min(line.depth, 40) * 16,
                }}
              >
                {/* Read as key, kind and value; what is drawn is full of quotes and brackets. */}
                <span className="sr-only select-none">{spoken(line)}</span>
                <span aria-hidden className="contents">
                  <span className="flex w-4 shrink-0 text-fg-muted">
                    {line.size === 0 ? null : open ? (
                      <ChevronDown className="size-3" />
                    ) : (
                      <ChevronRight className="size-3" />
                    )}
                  </span>
                  {line.key === null ? null : (
                    <span
                      className={cn(
                        'text-fg-secondary',
                        hitSet.has(line.path) && 'rounded-mark bg-warning-subtle text-warning-text',
                      )}
                    >
                      <bdi>{line.key}</bdi>
                      {colon}
                    </span>
                  )}
                  <span className={colours[line.kind]}>
                    {line.kind === 'object' || line.kind === 'array' ? (
                      line.size === 0 ? (
                        brackets[line.kind].empty
                      ) : (
                        <>
                          {brackets[line.kind].start}
                          <FormattedMessage id={sizeNames[line.kind]} values={{ count: line.size }} />
                          {brackets[line.kind].end}
                        </>
                      )
                    ) : line.masked ? (
                      <>
                        {line.text}
                        {line.redacted ? (
                          <span className="ms-2 font-sans text-xs text-fg-muted">
                            <FormattedMessage id={hiddenName(line)} />
                          </span>
                        ) : null}
                      </>
                    ) : (
                      <bdi>{shortened(line.text)}</bdi>
                    )}
                  </span>
                </span>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
