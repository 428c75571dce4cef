import { ChevronDown, ChevronRight } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import type { JsonNode } from './json-nodes.ts'

/** A string of a megabyte in one line would freeze the page; copies contain all of it. */
const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)
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

interface JsonLineProps {
  line: JsonNode
  /** Name of the payload: label of the outermost value, which has no key. */
  label: string
  index: number
  /** Pixels from the start of the list. */
  start: number
  open: boolean
  active: boolean
  /** The line with the tab stop. */
  focusable: boolean
  matched: boolean
}

/** One line of the tree. The viewer handles keys and clicks for all of them. */
export function JsonLine({ line, label, index, start, open, active, focusable, matched }: JsonLineProps) {
  const intl = useIntl()
  // Read as key, kind and value, without the quotes and brackets of the visible text.
  const spoken = [
    line.key ?? label,
    intl.formatMessage({ id: `DesignSystem.JsonViewer.Kind.${line.kind}` }),
    line.kind === 'object' || line.kind === 'array'
      ? intl.formatMessage({ id: sizeNames[line.kind] }, { count: line.size })
      : line.masked
        ? intl.formatMessage({ id: hiddenName(line) })
        : shortened(line.kind === 'string' ? line.text.slice(1, -1) : line.text),
  ].join(', ')
  return (
    <div
      role="treeitem"
      aria-level={line.depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={line.size > 0 ? open : undefined}
      aria-selected={active}
      data-line={index}
      data-active={active || undefined}
      tabIndex={focusable ? 0 : -1}
      className="absolute inset-x-0 inset-bs-0 flex h-fact-row min-w-full w-max items-center pe-3 whitespace-pre hover:bg-surface-hover data-active:bg-surface-selected data-active:system-outline focus-ring-inset"
      style={{
        transform: `translateY(${start}px)`,
        paddingInlineStart: 8 + Math.min(line.depth, 40) * 16,
      }}
    >
      <span className="sr-only select-none">{spoken}</span>
      <span aria-hidden className="contents">
        <span className="flex w-4 shrink-0 text-fg-muted">
          {line.size === 0 ? null : open ? <ChevronDown className="size-3" /> : <ChevronRight className="size-3" />}
        </span>
        {line.key === null ? null : (
          <span className={cn('text-fg-secondary', matched && 'rounded-mark bg-warning-subtle text-warning-text')}>
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
}
