import type { Language } from '@codemirror/language'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type ReactNode, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { AccessibleName } from '../../lib/accessibility/accessible-name.ts'
import { cn } from '../../lib/cn.ts'
import { useControllable } from '../../lib/use-controllable.ts'
import { SegmentedControl } from '../../navigation/segmented-control/segmented-control.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { codeMarks, type LineMarks } from './code-marks.ts'
import { DiffBar } from './diff-bar.tsx'
import { DiffCells } from './diff-line.tsx'
import { type DiffRow, foldRows, textDiff } from './text-diff.ts'
import { useChangeNavigation } from './use-change-navigation.ts'

export type DiffLayout = 'unified' | 'split'

export type DiffViewerProps = Omit<ComponentProps<'div'>, 'children'> &
  AccessibleName & {
    /** The earlier text. */
    before: string
    /** The later text. */
    after: string
    /** Headings of the two texts, such as "Published 13" and "Draft". */
    beforeLabel?: ReactNode
    /** Heading of the later text. */
    afterLabel?: ReactNode
    /** One text with both, or two beside each other. */
    layout?: DiffLayout
    /** Initial layout, for uncontrolled use. */
    defaultLayout?: DiffLayout
    /** Called with the chosen layout. */
    onLayoutChange?: (layout: DiffLayout) => void
    /** Colours the words of both texts as the editor does. */
    language?: Language | undefined
  }

const rowHeight = 20
const unified = 'grid-cols-[2.5rem_2.5rem_minmax(0,1fr)]'
const split = 'grid-cols-[2.5rem_minmax(0,1fr)_2.5rem_minmax(0,1fr)]'

/**
 * Compares two texts: glyphs, underlines and text mark the differences, colour repeats them. F7 goes to the next
 * change.
 */
export function DiffViewer({
  before,
  after,
  beforeLabel,
  afterLabel,
  layout: given,
  defaultLayout = 'unified',
  onLayoutChange,
  language,
  label,
  labelledBy,
  className,
  ...props
}: DiffViewerProps) {
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useControllable({
    value: given,
    defaultValue: defaultLayout,
    onValueChange: onLayoutChange,
  })
  // Unfolded lines are remembered for these two texts in this layout.
  const key = `${layout} ${before.length} ${after.length}`
  const [opened, setOpened] = useState<{ key: string; ids: ReadonlySet<number> }>({ key, ids: new Set() })
  const diff = useMemo(() => textDiff(before, after, layout === 'split'), [before, after, layout])
  const marks = useMemo(
    () => (language ? { before: codeMarks(language, before), after: codeMarks(language, after) } : undefined),
    [language, before, after],
  )
  const rows = useMemo(() => foldRows(diff.rows, opened.key === key ? opened.ids : new Set()), [diff, opened, key])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 800, height: 400 },
  })
  const { current, go, onKeyDown } = useChangeNavigation(diff.changes, change =>
    virtualizer.scrollToIndex(
      Math.max(
        0,
        rows.findIndex(row => 'change' in row && row.change === change),
      ),
      { align: 'center' },
    ),
  )
  const unfold = (id: number) => {
    setOpened({ key, ids: new Set(opened.key === key ? [...opened.ids, id] : [id]) })
    scroller.current?.focus()
  }
  const heads = [
    beforeLabel ?? intl.formatMessage({ id: 'DesignSystem.DiffViewer.Before' }),
    afterLabel ?? intl.formatMessage({ id: 'DesignSystem.DiffViewer.After' }),
  ]
  return (
    // F7 works wherever the focus is inside the viewer.
    // eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- the keys of a composite are heard at its root
    <div
      data-slot="diff-viewer"
      className={cn('flex min-h-0 min-w-0 flex-col bg-surface text-sm text-fg', className)}
      onKeyDown={onKeyDown}
      {...props}
    >
      <DiffBar count={diff.changes} current={current} added={diff.added} removed={diff.removed} onGo={go}>
        <SegmentedControl
          label={intl.formatMessage({ id: 'DesignSystem.DiffViewer.Layout' })}
          value={layout}
          onValueChange={setLayout}
          segments={[
            { value: 'unified', label: <FormattedMessage id="DesignSystem.DiffViewer.Unified" /> },
            { value: 'split', label: <FormattedMessage id="DesignSystem.DiffViewer.Split" /> },
          ]}
        />
      </DiffBar>
      {diff.changes === 0 ? (
        <p className="px-4 py-3 text-fg-muted">
          <FormattedMessage id="DesignSystem.DiffViewer.Equal" />
        </p>
      ) : (
        <div
          ref={scroller}
          tabIndex={0}
          role="region"
          aria-label={label}
          aria-labelledby={labelledBy}
          dir="ltr"
          className="min-h-0 flex-1 overflow-auto font-mono text-xs focus-ring-inset"
        >
          <div role="table" aria-label={label} aria-labelledby={labelledBy} aria-rowcount={rows.length + 1}>
            <div
              role="row"
              aria-rowindex={1}
              className={cn(
                'sticky inset-bs-0 z-sticky grid border-be border-line-subtle bg-surface-sunken font-sans font-medium text-fg-secondary',
                layout === 'split' ? split : unified,
              )}
            >
              {layout === 'split' ? (
                heads.map((head, i) => [<Head key={`n${i}`} hidden />, <Head key={`t${i}`}>{head}</Head>])
              ) : (
                <>
                  <Head hidden />
                  <Head hidden />
                  <Head>
                    <bdi>{heads[0]}</bdi>
                    {arrow}
                    <bdi>{heads[1]}</bdi>
                  </Head>
                </>
              )}
            </div>
            <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map(({ index, start }) => {
                const row = rows[index]
                if (!row) return null
                return (
                  <div
                    key={index}
                    ref={virtualizer.measureElement}
                    role="row"
                    data-index={index}
                    aria-rowindex={index + 2}
                    aria-current={'change' in row && row.change === current ? true : undefined}
                    className={cn(
                      'absolute inset-x-0 inset-bs-0 grid min-h-5 leading-5 aria-current:shadow-[inset_2px_0_var(--ds-accent)]',
                      row.kind === 'gap' ? '' : layout === 'split' ? split : unified,
                    )}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    {row.kind === 'gap' ? (
                      <span
                        role="cell"
                        aria-colspan={layout === 'split' ? 4 : 3}
                        className="border-y border-line-subtle bg-surface-sunken py-px"
                      >
                        <Button
                          variant="ghost"
                          size="sm"
                          className="w-full justify-start font-sans text-xs text-fg-secondary focus-ring-inset"
                          onClick={() => unfold(row.id)}
                        >
                          <FormattedMessage id="DesignSystem.DiffViewer.Gap" values={{ count: row.count }} />
                        </Button>
                      </span>
                    ) : layout === 'split' ? (
                      <SplitCells row={row} marks={marks} />
                    ) : (
                      <UnifiedCells row={row} marks={marks} />
                    )}
                  </div>
                )
              })}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}

const arrow = ' → '
type LineRow = Exclude<DiffRow, { kind: 'gap' }>

function Head({ children, hidden = false }: { children?: ReactNode; hidden?: boolean }) {
  return (
    <span role="columnheader" className="min-w-0 truncate px-2 py-1">
      {hidden ? (
        <span className="sr-only">
          <FormattedMessage id="DesignSystem.DiffViewer.Line" />
        </span>
      ) : (
        children
      )}
    </span>
  )
}

interface CellsProps {
  row: LineRow
  marks: { before: LineMarks; after: LineMarks } | undefined
}

function UnifiedCells({ row, marks }: CellsProps) {
  const side = row.kind === 'added' ? 'added' : row.kind === 'removed' ? 'removed' : 'equal'
  return (
    <DiffCells
      line={row.after ?? row.before}
      marks={row.after ? marks?.after : marks?.before}
      side={side}
      numbers={[row.before?.number, row.after?.number]}
    />
  )
}

function SplitCells({ row, marks }: CellsProps) {
  return (
    <>
      <DiffCells
        line={row.before}
        marks={marks?.before}
        side={row.kind === 'equal' || !row.before ? 'equal' : 'removed'}
        numbers={[row.before?.number]}
      />
      <DiffCells
        line={row.after}
        marks={marks?.after}
        side={row.kind === 'equal' || !row.after ? 'equal' : 'added'}
        numbers={[row.after?.number]}
      />
    </>
  )
}
