import { cva, type VariantProps } from 'class-variance-authority'
import { CircleCheck, CircleX, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon } from '../../primitives/icon/icon.tsx'
import { IconButton } from '../../primitives/icon-button/icon-button.tsx'

export const calloutVariants = cva('flex min-h-bar items-start gap-2 rounded-chip border border-s-2 py-2 ps-3 pe-2', {
  variants: {
    tone: {
      info: 'border-transparent border-s-info-border bg-info-subtle',
      success: 'border-transparent border-s-success-border bg-success-subtle',
      warning: 'border-transparent border-s-warning-border bg-warning-subtle',
      danger: 'border-transparent border-s-danger-border bg-danger-subtle',
    },
  },
  defaultVariants: { tone: 'info' },
})

const icons: Record<NonNullable<VariantProps<typeof calloutVariants>['tone']>, LucideIcon> = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX }
const inks = { info: 'text-info-text', success: 'text-success-text', warning: 'text-warning-text', danger: 'text-danger-text' } as const

export interface CalloutProps extends Omit<ComponentProps<'div'>, 'title'>, VariantProps<typeof calloutVariants> {
  title?: ReactNode
  actions?: ReactNode
  onDismiss?: () => void
  /** It appears while the person is on the page, so it is announced. */
  live?: boolean
}

/** A message in the flow of the page, where it matters. */
export function Callout({ tone, title, actions, onDismiss, live = false, className, children, ...props }: CalloutProps) {
  const intl = useIntl()
  const meaning = tone ?? 'info'
  const urgent = meaning === 'danger' || meaning === 'warning'
  return (
    <div data-slot="callout" data-tone={meaning} className={cn(calloutVariants({ tone }), className)} {...(live ? { role: urgent ? 'alert' : 'status' } : {})} {...props}>
      <Icon icon={icons[meaning]} className={cn('my-0.5', inks[meaning])} />
      <div className="min-w-0 flex-1 wrap-break-word">
        {title ? <p className="font-medium">{title}</p> : null}
        {children}
      </div>
      {actions ? <div className="-my-0.5 flex shrink-0 gap-1">{actions}</div> : null}
      {onDismiss ? <IconButton icon={X} iconSize={12} size="sm" className="-my-0.5" label={intl.formatMessage({ id: 'DesignSystem.Callout.Dismiss' })} onClick={onDismiss} /> : null}
    </div>
  )
}
