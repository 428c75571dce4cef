import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export const iconSizes = [12, 16, 20] as const
export type IconSize = (typeof iconSizes)[number]

/** Lucide measures stroke width on its 24 unit grid: one value for all sizes would draw hairlines at 12. */
const strokes = { 12: 2, 16: 1.75, 20: 1.5 } as const
const sizeClasses = { 12: 'size-3', 16: 'size-4', 20: 'size-5' } as const

export interface IconProps extends Omit<ComponentProps<'svg'>, 'children'> {
  /** The picture, one of Lucide. */
  icon: LucideIcon
  /** Edge in pixels. */
  size?: IconSize
  /** Accessible name. Without it the icon is decoration. */
  label?: string
}

/** A Lucide icon at one of three sizes, with the same visual stroke weight. */
export function Icon({ icon: Glyph, size = 16, label, className, ...props }: IconProps) {
  return (
    <Glyph
      data-slot="icon"
      strokeWidth={strokes[size]}
      className={cn('shrink-0', sizeClasses[size], className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      {...(props as object)}
    />
  )
}
