import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

const strip = 'block rounded-mark border border-transparent bg-line-subtle forced-colors:bg-transparent'

/** A grey placeholder of a loading text. It does not move; the surrounding region is marked as busy. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span data-slot="skeleton" aria-hidden className={cn(strip, 'h-2 w-full', className)} {...props} />
}

const widths = ['w-2/3', 'w-1/2', 'w-3/4', 'w-3/5'] as const

export interface SkeletonTextProps extends ComponentProps<'div'> {
  /** Number of lines. */
  lines?: number
}

/** Lines of running text: each as high as a line, the last one shorter. */
export function SkeletonText({ lines = 3, className, ...props }: SkeletonTextProps) {
  return (
    <div data-slot="skeleton-text" aria-hidden className={className} {...props}>
      {Array.from({ length: lines }, (_, index) => (
        // A strip in a line box of the replaced text, in every script and size.
        <div key={index} className="flex h-[1lh] items-center">
          <Skeleton className={index === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full'} />
        </div>
      ))}
    </div>
  )
}

export interface SkeletonRowsProps extends ComponentProps<'div'> {
  /** Number of rows. */
  rows?: number
}

/** Rows of strips with the height of real rows, so that nothing moves when they arrive. */
export function SkeletonRows({ rows = 4, className, ...props }: SkeletonRowsProps) {
  return (
    <div data-slot="skeleton-rows" aria-hidden className={className} {...props}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-row items-center border-be border-line-subtle px-cell-x last:border-be-0">
          <Skeleton className={widths[index % widths.length] ?? 'w-full'} />
        </div>
      ))}
    </div>
  )
}

/** The figure of a tile: label, large value, comparison. */
export function SkeletonTile({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div data-slot="skeleton-tile" aria-hidden className={cn('flex flex-col', className)} {...props}>
      <div className="flex h-[1lh] items-center text-xs">
        <Skeleton className="w-1/2" />
      </div>
      <div className="flex h-[1lh] items-center text-2xl">
        <Skeleton className="h-5 w-2/3" />
      </div>
      <div className="flex h-[1lh] items-center text-xs">
        <Skeleton className="w-1/3" />
      </div>
    </div>
  )
}

const bars = [
  'h-1/3',
  'h-1/2',
  'h-2/3',
  'h-2/5',
  'h-3/4',
  'h-1/2',
  'h-3/5',
  'h-1/4',
  'h-2/3',
  'h-1/2',
  'h-4/5',
  'h-2/5',
] as const

/** A plot: bars on a base line, in a box whose height the caller sets. */
export function SkeletonChart({ className, ...props }: ComponentProps<'div'>) {
  return (
    // Plots have the same direction in every language.
    <div
      data-slot="skeleton-chart"
      aria-hidden
      dir="ltr"
      className={cn('flex h-[12rem] items-end gap-2 border-be border-line-subtle', className)}
      {...props}
    >
      {bars.map((height, index) => (
        <span key={index} className={cn(strip, 'flex-1', height)} />
      ))}
    </div>
  )
}
