import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface WizardPageProps extends Omit<ComponentProps<'div'>, 'children'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** `Callout` under the header: a conflict, a lock, a draft. */
  notice?: ReactNode
  /** `Wizard`: its steps, form and foot fill the page. */
  children: ReactNode
  /** Preview of the result, updated at every keystroke. Closed below 1200 px. */
  preview?: ReactNode
}

/** Page for a set-up in steps with a preview beside it. */
export function WizardPage({ header, notice, children, preview, className, ...rest }: WizardPageProps) {
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="wizard-page" className={cn('flex min-h-0 flex-1 flex-col bg-surface', className)} {...props}>
      {header}
      {notice}
      <PageContent {...status}>
        <div className="flex min-h-0 flex-1 border-bs border-line-subtle">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col *:data-[slot=wizard]:flex-1">{children}</div>
          {preview === undefined ? null : (
            <div className="hidden w-[21.5rem] shrink-0 overflow-y-auto border-s border-line-subtle lg:block">
              {preview}
            </div>
          )}
        </div>
      </PageContent>
    </div>
  )
}
