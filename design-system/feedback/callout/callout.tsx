import { cva, type VariantProps } from 'class-variance-authority'
import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'
import { useDismissed } from './use-dismissed.ts'

export const calloutVariants = cva('flex min-h-bar items-start gap-2 border py-2', {
  variants: {
    /** A box in the content, or a banner over the full width under the bar of the shell. */
    variant: {
      inset: 'rounded-chip border-s-2 ps-3 pe-2',
      // Over the full width, under the bar of the shell.
      banner: 'border-0 border-s-4 px-page',
    },
    /** How urgent the message is; it chooses colour and icon. */
    tone: {
      info: 'border-transparent border-s-info-border bg-info-subtle',
      success: 'border-transparent border-s-success-border bg-success-subtle',
      warning: 'border-transparent border-s-warning-border bg-warning-subtle',
      danger: 'border-transparent border-s-danger-border bg-danger-subtle',
    },
  },
  defaultVariants: { tone: 'info', variant: 'inset' },
})

const icons: Record<NonNullable<VariantProps<typeof calloutVariants>['tone']>, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleX,
}
const iconColours = {
  info: 'text-info-text',
  success: 'text-success-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
} as const
/** Text of the icon, for screen readers. */
const toneNames = {
  info: 'DesignSystem.Callout.Info',
  success: 'DesignSystem.Callout.Success',
  warning: 'DesignSystem.Callout.Warning',
  danger: 'DesignSystem.Callout.Danger',
} as const

export interface CalloutProps extends Omit<ComponentProps<'div'>, 'title'>, VariantProps<typeof calloutVariants> {
  /** The message in a few words, above the explanation. */
  title?: ReactNode
  /** Buttons and links after the text. */
  actions?: ReactNode
  /** Shows the dismiss button; the caller removes the message. */
  onDismiss?: () => void
  /** Shows the dismiss button and hides the message itself: permanently on this device, under this key. */
  storageKey?: string
  /** The message appears while the page is open, so it is announced. */
  live?: boolean
}

/** A message in the flow of the page, next to its subject. */
export function Callout({
  tone,
  variant,
  title,
  actions,
  onDismiss,
  storageKey: rememberAs,
  live = false,
  className,
  children,
  ...props
}: CalloutProps) {
  const intl = useIntl()
  const [dismissed, dismiss] = useDismissed(rememberAs)
  const meaning = tone ?? 'info'
  const urgent = meaning === 'danger' || meaning === 'warning'
  if (dismissed) return null
  return (
    <div
      data-slot="callout"
      data-tone={meaning}
      className={cn(calloutVariants({ tone, variant }), className)}
      {...(live ? { role: urgent ? 'alert' : 'status' } : {})}
      {...props}
    >
      <Icon icon={icons[meaning]} className={cn('my-0.5', iconColours[meaning])} />
      <span className="sr-only">{intl.formatMessage({ id: toneNames[meaning] })}</span>
      <div className="min-w-0 flex-1 wrap-break-word">
        {title ? <p className="font-medium">{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="-my-0.5 flex shrink-0 gap-1">{actions}</div> : null}
      {onDismiss || rememberAs !== undefined ? (
        <IconButton
          icon={X}
          iconSize={12}
          size="sm"
          className="-my-0.5"
          label={intl.formatMessage({ id: 'DesignSystem.Callout.Dismiss' })}
          onClick={() => {
            if (rememberAs !== undefined) dismiss()
            onDismiss?.()
          }}
        />
      ) : null}
    </div>
  )
}
