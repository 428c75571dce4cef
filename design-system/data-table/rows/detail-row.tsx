import type { ReactNode, Ref } from 'react'

interface DetailRowProps {
  index: number
  start: number
  colCount: number
  active: boolean
  /** The sentence of a line across the table; null without one. */
  boundary: ReactNode
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/** What stands below a row: its detail when it is opened, and a line that ends the rows so far. The height is that of the content, which is measured. */
export function DetailRow({ index, start, colCount, active, boundary, ref, children }: DetailRowProps) {
  return (
    <div
      ref={ref}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-detail=""
      className="absolute inset-x-0 inset-bs-0 bg-surface text-sm text-fg"
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={colCount}
        data-col={0}
        tabIndex={active ? 0 : -1}
        className="border-be border-be-line-subtle bg-surface-sunken focus-ring-inset"
      >
        {children ? <div className="sticky inset-s-0 w-fit max-w-full px-(--dt-gutter) py-3">{children}</div> : null}
        {boundary ? (
          <div className="border-y-2 border-accent">
            <div className="sticky inset-s-0 w-fit max-w-full px-(--dt-gutter) py-1 text-xs font-medium">
              {boundary}
            </div>
          </div>
        ) : null}
      </div>
    </div>
  )
}
