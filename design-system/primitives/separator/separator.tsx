import * as Radix from 'radix-ui/separator'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export interface SeparatorProps extends Omit<ComponentProps<typeof Radix.Root>, 'orientation'> {
  /** `inline` separates stacked content, `block` content side by side. */
  axis?: 'inline' | 'block'
}

/** A hairline between groups. Decoration unless `decorative` is false. */
export function Separator({ axis = 'inline', decorative = true, className, ...props }: SeparatorProps) {
  return (
    <Radix.Root
      data-slot="separator"
      orientation={axis === 'inline' ? 'horizontal' : 'vertical'}
      decorative={decorative}
      className={cn(
        'shrink-0 border-line-subtle',
        axis === 'inline' ? 'w-full border-bs' : 'h-auto self-stretch border-s',
        className,
      )}
      {...props}
    />
  )
}
