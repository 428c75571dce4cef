import { Icon } from '@assay/design-system'
import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

interface PanelFooterProps {
  /** What must not be in a file; always in view. */
  notice?: boolean
  /** Why the primary button cannot be used. */
  reason?: ReactNode
  children: ReactNode
}

/** Buttons of a form in a panel, in view while it scrolls. */
export function PanelFooter({ notice = false, reason = null, children }: PanelFooterProps) {
  return (
    <div
      data-page-foot
      className="sticky inset-be-0 flex flex-col gap-3 border-bs border-line-subtle bg-surface px-4 py-3"
    >
      {notice ? (
        <p className="flex items-start gap-2 text-xs text-fg-secondary">
          <span className="mbs-0.5 flex text-fg-muted">
            <Icon icon={Info} size={12} />
          </span>
          <FormattedMessage id="Lists.Sensitive" />
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {reason === null ? null : <span className="min-w-0 flex-1 text-xs text-fg-secondary">{reason}</span>}
        {children}
      </div>
    </div>
  )
}
