import type { ReactNode, Ref } from 'react'

interface DetailRowProps {
  index: number
  start: number
  colCount: number
  active: boolean
  ref: Ref<HTMLDivElement>
  children: ReactNode
}

/** The detail below an opened row. Its height is that of its content, which is measured. */
export function DetailRow({ index, start, colCount, active, ref, children }: DetailRowProps) {
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
        <div className="sticky inset-s-0 w-fit max-w-full px-(--dt-gutter) py-3">{children}</div>
      </div>
    </div>
  )
}
