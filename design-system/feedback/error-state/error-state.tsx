import { RotateCw, Unplug } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CopyableId } from '../../data-display/copyable-id/copyable-id.tsx'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

export interface ErrorStateProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: ReactNode
  description?: ReactNode
  /** Id under which the service wrote the failure down. */
  correlationId?: string
  onRetry?: () => void
  retrying?: boolean
  actions?: ReactNode
}

/** What could not be loaded, what to do, and the id that support needs. */
export function ErrorState({ title, description, correlationId, onRetry, retrying = false, actions, className, ...props }: ErrorStateProps) {
  const intl = useIntl()
  return (
    <div data-slot="error-state" role="alert" className={cn('flex flex-col items-center justify-center px-4 py-8 text-center', className)} {...props}>
      <Icon icon={Unplug} size={20} className="text-fg-muted" />
      <p className="mbs-2 text-md font-semibold">{title}</p>
      {description ? <p className="mbs-1 max-w-md text-fg-secondary">{description}</p> : null}
      {correlationId ? (
        <p className="mbs-1 flex max-w-full flex-wrap items-center justify-center gap-1 text-fg-secondary">
          <FormattedMessage
            id="DesignSystem.ErrorState.Support"
            values={{ id: <CopyableId key="id" value={correlationId} label={intl.formatMessage({ id: 'DesignSystem.ErrorState.CorrelationId' })} /> }}
          />
        </p>
      ) : null}
      {onRetry || actions ? (
        <div className="mbs-3 flex flex-wrap justify-center gap-2">
          {onRetry ? <Button loading={retrying} onClick={onRetry}>{retrying ? null : <Icon icon={RotateCw} />}<FormattedMessage id="DesignSystem.ErrorState.Retry" /></Button> : null}
          {actions}
        </div>
      ) : null}
    </div>
  )
}
