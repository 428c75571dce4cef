import { Hourglass, LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Icon, type IconSize } from '../icon/icon.tsx'

export interface SpinnerProps extends Omit<ComponentProps<'span'>, 'children'> {
  /** Edge in pixels. */
  size?: IconSize
  /** For a spinner without a text beside it: it has its own accessible text then. */
  standalone?: boolean
}

/** A wait of unknown length. With reduced motion a static hourglass replaces it. */
export function Spinner({ size = 16, standalone = false, className, ...props }: SpinnerProps) {
  const intl = useIntl()
  return (
    <span
      data-slot="spinner"
      className={cn('inline-flex shrink-0', className)}
      {...(standalone ? { role: 'status' } : { 'aria-hidden': true })}
      {...props}
    >
      <Icon icon={LoaderCircle} size={size} className="animate-spin motion-reduce:hidden motion-reduce:animate-none" />
      <Icon icon={Hourglass} size={size} className="hidden motion-reduce:block" />
      {standalone ? <span className="sr-only">{intl.formatMessage({ id: 'DesignSystem.Spinner.Label' })}</span> : null}
    </span>
  )
}
