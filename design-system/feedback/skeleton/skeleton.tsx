import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

/** A grey strip in the place of a text that is coming. It stands still; the surface around it says that it is busy. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span data-slot="skeleton" aria-hidden className={cn('block h-2 w-full rounded-mark border border-transparent bg-line-subtle forced-colors:bg-transparent', className)} {...props} />
}

const widths = ['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'] as const

export interface SkeletonRowsProps extends ComponentProps<'div'> {
  rows?: number
}

/** Rows of strips with the height of real rows, so that nothing moves when they arrive. */
export function SkeletonRows({ rows = 4, className, ...props }: SkeletonRowsProps) {
  return (
    <div data-slot="skeleton-rows" aria-hidden className={className} {...props}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-row items-center border-be border-line-subtle px-cell-x last:border-be-0"><Skeleton className={widths[index % widths.length] ?? 'w-full'} /></div>
      ))}
    </div>
  )
}
