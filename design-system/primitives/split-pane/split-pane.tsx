import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { Splitter } from '../../lib/splitter/splitter.tsx'
import { useControllable } from '../../lib/use-controllable.ts'

export interface SplitPaneProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Names the edge between the panes by what it changes: "Width of the list". */
  label: string
  /** Content of the first pane in reading order. It scrolls by itself. */
  start: ReactNode
  /** Content of the second pane. */
  end: ReactNode
  /** Side by side, or one above the other. */
  axis?: 'inline' | 'block'
  /** The pane that has the size; the other one takes the rest. */
  sizedPane?: 'start' | 'end'
  /** Size of that pane in pixels; with it the caller owns the size. */
  size?: number
  /** Size in pixels at the start, and after a double click on the edge. */
  defaultSize?: number
  /** Receives the size in pixels while the edge moves. */
  onSizeChange?: (size: number) => void
  /** Minimum size of each pane, in pixels. */
  minSize?: number
  /** The sized pane is hidden, and its edge remains to restore it. */
  collapsed?: boolean
  /** Whether it is hidden at the start. */
  defaultCollapsed?: boolean
  /** Receives whether it is hidden, after Enter. */
  onCollapsedChange?: (collapsed: boolean) => void
}

/** Two areas with an edge that moves: by dragging, with the arrow keys, and collapsed with Enter. */
export function SplitPane({
  label,
  start,
  end,
  axis = 'inline',
  sizedPane = 'start',
  size,
  defaultSize = 320,
  onSizeChange,
  minSize = 120,
  collapsed,
  defaultCollapsed = false,
  onCollapsedChange,
  className,
  ref,
  ...props
}: SplitPaneProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useControllable({ value: size, defaultValue: defaultSize, onValueChange: onSizeChange })
  const [hidden, setHidden] = useControllable({
    value: collapsed,
    defaultValue: defaultCollapsed,
    onValueChange: onCollapsedChange,
  })
  const resize = (next: number) => {
    if (hidden) setHidden(false)
    setCurrent(next)
  }
  const limitOf = () => {
    const room = axis === 'inline' ? root.current?.clientWidth : root.current?.clientHeight
    return Math.max(minSize, Math.floor((room ?? 0) - minSize))
  }
  const renderPane = (side: 'start' | 'end', content: ReactNode) => {
    const sized = side === sizedPane
    const limit = `calc(100% - ${minSize}px)`
    return (
      <div
        id={`${id}-${side}`}
        data-slot={`split-pane-${side}`}
        hidden={sized && hidden}
        style={
          sized
            ? { flexBasis: current, ...(axis === 'inline' ? { maxInlineSize: limit } : { maxBlockSize: limit }) }
            : undefined
        }
        className={cn('min-h-0 min-w-0', sized ? 'shrink-0' : 'flex-1')}
      >
        {content}
      </div>
    )
  }
  return (
    <div
      data-slot="split-pane"
      ref={mergeRefs(root, ref)}
      className={cn('flex min-h-0 min-w-0', axis === 'block' && 'flex-col', className)}
      {...props}
    >
      {renderPane('start', start)}
      <Splitter
        label={label}
        controls={`${id}-${sizedPane}`}
        axis={axis}
        side={sizedPane}
        paneOf={splitter =>
          (sizedPane === 'start' ? splitter.previousElementSibling : splitter.nextElementSibling) as HTMLElement | null
        }
        limitOf={limitOf}
        size={current}
        minSize={minSize}
        collapsed={hidden}
        onSizeChange={resize}
        onToggle={() => setHidden(!hidden)}
        onReset={() => resize(defaultSize)}
        className={cn(
          'relative shrink-0 border-line after:absolute hover:border-fg-muted focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-focus focus-visible:outline-solid',
          // The grip in the middle shows that the edge moves.
          'before:absolute before:rounded-full before:border-2 before:border-line-strong hover:before:border-fg-muted focus-visible:before:border-focus',
          axis === 'inline'
            ? 'border-s before:-inset-s-[2.5px] before:inset-bs-[calc(50%-0.75rem)] before:h-6 after:inset-y-0 after:-inset-x-1'
            : 'border-bs before:-inset-bs-[2.5px] before:inset-s-[calc(50%-0.75rem)] before:w-6 after:inset-x-0 after:-inset-y-1',
        )}
      />
      {renderPane('end', end)}
    </div>
  )
}
