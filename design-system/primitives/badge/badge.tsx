import { cva, type VariantProps } from 'class-variance-authority'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export const badgeTones = ['neutral', 'info', 'success', 'warning', 'danger'] as const
export type Tone = (typeof badgeTones)[number]

export const badgeVariants = cva(
  // The transparent border becomes visible in forced-colors mode, where fills are dropped.
  'inline-flex w-fit shrink-0 items-center gap-1 rounded-chip border px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      /** What the state means. Neutral states need no colour. */
      tone: {
        // surface-sunken is darker than a card in the dark theme: without a line it reads as a hole.
        neutral: 'border-line-subtle bg-surface-sunken text-fg-secondary',
        info: 'border-transparent bg-info-subtle text-info-text',
        success: 'border-transparent bg-success-subtle text-success-text',
        warning: 'border-transparent bg-warning-subtle text-warning-text',
        danger: 'border-transparent bg-danger-subtle text-danger-text',
      },
      /** Height: `sm` in rows, `md` everywhere else. */
      size: { sm: 'min-h-4', md: 'min-h-5' },
    },
    defaultVariants: { tone: 'neutral', size: 'md' },
  },
)

export interface BadgeProps extends ComponentProps<'span'>, VariantProps<typeof badgeVariants> {
  /** Renders the single child element instead of a `span`. */
  asChild?: boolean
}

/** A short, static label. It never relies on colour alone: the text has the full meaning. */
export function Badge({ asChild = false, tone, size, className, ...props }: BadgeProps) {
  const Comp = asChild ? Slot.Root : 'span'
  return <Comp data-slot="badge" className={cn(badgeVariants({ tone, size }), className)} {...props} />
}
