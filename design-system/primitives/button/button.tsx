import { cva, type VariantProps } from 'class-variance-authority'
import * as Slot from 'radix-ui/slot'
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { Spinner } from '../spinner/spinner.tsx'

export const buttonVariantNames = ['primary', 'secondary', 'ghost', 'danger'] as const

export const buttonVariants = cva(
  [
    'relative inline-flex max-w-full shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none',
    // On a phone or at a zoom of 400 %, long labels wrap.
    'max-sm:h-fit max-sm:py-0.5 max-sm:whitespace-normal',
    'focus-ring transition-colors duration-fast system-highlight',
    'unavailable:border-transparent unavailable:bg-surface-sunken unavailable:text-fg-disabled [&_svg]:shrink-0',
    // The system greys out what is disabled by the attribute alone.
    'forced-colors:unavailable:border-[GrayText]',
  ],
  {
    variants: {
      /** Emphasis: one primary button per view, danger for what cannot be undone, ghost in bars and rows. */
      variant: {
        // The system would paint a plate behind the label in forced colours, in the colour of the label: the pair of
        // tokens is preserved.
        primary:
          'forced-color-adjust-none unavailable:forced-color-adjust-auto border-transparent bg-accent text-accent-on available:hover:bg-accent-hover available:active:bg-accent-active',
        secondary: 'border-line bg-surface text-fg available:hover:bg-surface-hover available:active:bg-surface-sunken',
        ghost:
          'border-transparent bg-transparent text-fg available:hover:bg-surface-hover available:active:bg-surface-sunken',
        danger:
          'forced-color-adjust-none unavailable:forced-color-adjust-auto border-transparent bg-danger text-danger-on available:hover:bg-danger-hover available:active:bg-danger-hover',
      },
      /** Height: `sm` in rows and bars, `md` everywhere else. */
      size: {
        sm: 'h-control-sm px-2 text-xs max-sm:min-h-control-sm',
        md: 'h-control px-3 text-sm max-sm:min-h-control',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Renders the single child element (a router link, for example) with button styles. */
  asChild?: boolean
  /** Work is in progress. Preserves focus and accessible name, blocks activation, and is announced after a second. */
  loading?: boolean
  /** Content before the label: an icon. */
  start?: ReactNode
  /** Content after the label: a key, a count, the chevron of a menu. */
  end?: ReactNode
}

/** Shorter waits are not announced. */
const announceDelayMs = 1000

/** Triggers an action. One primary button per view; the label is verb and object. */
export function Button({
  asChild = false,
  loading = false,
  variant,
  size,
  className,
  children,
  onClick,
  type = 'button',
  start,
  end,
  ...props
}: ButtonProps) {
  useBusyAnnouncement(loading)
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
      className={cn(
        buttonVariants({ variant, size }),
        'aria-disabled:cursor-not-allowed [&>svg:not([data-slot])]:size-4',
        className,
      )}
      {...(asChild ? {} : { type })}
      {...props}
    >
      {loading ? <Spinner size={size === 'sm' ? 12 : 16} /> : start}
      <Slot.Slottable>{children}</Slot.Slottable>
      {end}
    </Comp>
  )
}

function useBusyAnnouncement(loading: boolean) {
  const intl = useIntl()
  const announce = useAnnounce()
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => announce(intl.formatMessage({ id: 'DesignSystem.Button.Busy' })), announceDelayMs)
    return () => clearTimeout(timer)
  }, [loading, announce, intl])
}

export interface ButtonGroupProps extends ComponentProps<'div'> {
  /** Common purpose of the buttons. */
  'aria-label'?: string
}

/** Related buttons, joined at their edges. Each remains a tab stop. */
export function ButtonGroup({ className, ...props }: ButtonGroupProps) {
  return (
    <div
      data-slot="button-group"
      role="group"
      className={cn(
        'inline-flex max-w-full isolate *:rounded-none *:first:rounded-s-control *:last:rounded-e-control *:not-first:-ms-px *:focus-visible:z-sticky *:disabled:border-line',
        '*:aria-pressed:z-sticky *:aria-pressed:border-accent-border *:aria-pressed:bg-surface-selected *:aria-pressed:text-accent-text',
        className,
      )}
      {...props}
    />
  )
}
