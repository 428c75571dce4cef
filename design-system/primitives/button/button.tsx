import { cva, type VariantProps } from 'class-variance-authority'
import * as Slot from 'radix-ui/slot'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../../lib/cn.ts'
import { Spinner } from '../spinner/spinner.tsx'

export const buttonVariantNames = ['primary', 'secondary', 'ghost', 'danger'] as const

export const buttonVariants = cva(
  [
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none',
    'focus-ring transition-colors duration-fast',
    'disabled:border-transparent disabled:bg-surface-sunken disabled:text-fg-disabled [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        // The system would paint a plate behind the label in forced colours, in the colour of the label: the pair of tokens is kept.
        primary: 'forced-color-adjust-none disabled:forced-color-adjust-auto border-transparent bg-accent text-accent-on not-disabled:hover:bg-accent-hover not-disabled:active:bg-accent-active',
        secondary: 'border-line bg-surface text-fg not-disabled:hover:bg-surface-hover not-disabled:active:bg-surface-sunken',
        ghost: 'border-transparent bg-transparent text-fg not-disabled:hover:bg-surface-hover not-disabled:active:bg-surface-sunken',
        danger: 'forced-color-adjust-none disabled:forced-color-adjust-auto border-transparent bg-danger text-danger-on not-disabled:hover:bg-danger-hover not-disabled:active:bg-danger-hover',
      },
      size: { sm: 'h-control-sm px-2 text-xs', md: 'h-control px-3 text-sm' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Render the single child element (a router link, for example) with button looks. */
  asChild?: boolean
  /** Work is in flight. Keeps focus and accessible name; blocks activation. */
  loading?: boolean
}

/** Triggers an action. One primary button per view; the label is verb and object. */
export function Button({ asChild = false, loading = false, variant, size, className, children, onClick, type = 'button', ...props }: ButtonProps) {
  const Comp = asChild ? Slot.Root : 'button'
  const blockWhileLoading = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Comp
      data-slot="button"
      data-loading={loading || undefined}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={blockWhileLoading}
      className={cn(buttonVariants({ variant, size }), 'aria-disabled:cursor-not-allowed [&>svg:not([data-slot])]:size-4', className)}
      {...(asChild ? {} : { type })}
      {...props}
    >
      {loading ? <Spinner /> : null}
      <Slot.Slottable>{children}</Slot.Slottable>
    </Comp>
  )
}
