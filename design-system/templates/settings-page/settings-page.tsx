import type { ComponentProps, ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { type RenderLink, renderAnchor } from '../../navigation/link/render-link.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { PageContent, type PageStateProps, splitStatus } from '../page-content/page-content.tsx'

export interface SettingsSection {
  id: string
  label: ReactNode
  href: string
}

export interface SettingsPageProps extends Omit<ComponentProps<'div'>, 'children' | 'onReset'>, PageStateProps {
  /** `PageHeader`. */
  header: ReactNode
  /** Sections as links; each has an address. */
  sections: readonly SettingsSection[]
  /** Id of the visible section. */
  current: string
  /** The chosen section: headings and fields. */
  children: ReactNode
  /** `full`: tables and charts use the whole width; fields are at most 720 px wide. */
  width?: 'prose' | 'full'
  /** There are unsaved changes: a bar at the end of the page offers to save them. */
  dirty?: boolean
  /** The changes are being saved: the button is busy. */
  saving?: boolean
  /** Called by the button that saves the changes. */
  onSave?: () => void
  /** Called by the button that discards the changes. */
  onReset?: () => void
  /** Renders links with the router of the application; a plain anchor without it. */
  renderLink?: RenderLink
}

/** Page for settings in sections. Changes are saved or discarded in a bar that stays in view. */
export function SettingsPage({
  header,
  sections,
  current,
  children,
  width = 'prose',
  dirty = false,
  saving = false,
  onSave,
  onReset,
  renderLink = renderAnchor,
  className,
  ...rest
}: SettingsPageProps) {
  const intl = useIntl()
  useUniqueIds('SettingsPage', 'sections', sections)
  const [status, props] = splitStatus(rest)
  return (
    <div data-slot="settings-page" className={cn('flex min-h-0 flex-1 flex-col bg-surface', className)} {...props}>
      {header}
      <div className="flex min-h-0 flex-1 flex-col border-bs border-line-subtle md:flex-row">
        <nav
          aria-label={intl.formatMessage({ id: 'DesignSystem.SettingsPage.Sections' })}
          className="shrink-0 border-be border-line-subtle p-2 md:w-nav md:border-e md:border-be-0"
        >
          <ul className="flex flex-wrap gap-0.5 md:flex-col">
            {sections.map(section => (
              <li key={section.id}>
                {renderLink({
                  href: section.href,
                  'aria-current': section.id === current ? 'page' : undefined,
                  className: cn(
                    'flex min-h-control items-center rounded-control px-2 focus-ring hover:bg-surface-hover',
                    section.id === current
                      ? 'bg-surface-selected font-medium text-accent-text system-outline'
                      : 'text-fg-secondary',
                  ),
                  children: section.label,
                })}
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
          <PageContent {...status}>
            <div className={cn('flex flex-1 flex-col gap-6 px-page py-4', width === 'prose' && 'max-w-prose')}>
              {children}
            </div>
            {dirty ? (
              <div
                data-page-foot
                className="sticky inset-be-0 z-sticky flex min-h-page-header flex-wrap items-center gap-2 border-bs border-line bg-surface px-page py-2"
              >
                <p className="me-auto text-fg-secondary">
                  <FormattedMessage id="DesignSystem.SettingsPage.Unsaved" />
                </p>
                <Button variant="ghost" disabled={saving} onClick={onReset}>
                  <FormattedMessage id="DesignSystem.SettingsPage.Reset" />
                </Button>
                <Button variant="primary" loading={saving} onClick={onSave}>
                  <FormattedMessage id="DesignSystem.SettingsPage.Save" />
                </Button>
              </div>
            ) : null}
          </PageContent>
        </div>
      </div>
    </div>
  )
}
