import { cn, PageHeader, type PageHeaderProps } from '@assay/design-system'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useTitle } from '../../../platform/router/use-title.ts'
import { useTitleFocus } from '../../../platform/router/use-title-focus.ts'

interface IntegrationPageProps extends Pick<PageHeaderProps, 'meta' | 'badges' | 'actions'> {
  title: string
  /** The page between the overview and this one. */
  parent?: { labelId: string; path: string }
  /** Width of the content: that of a form, of prose with code, or of the window. */
  width?: keyof typeof widths
  children: ReactNode
}

const widths = { form: 'max-w-3xl', code: 'max-w-4xl', full: '' } as const

/** A page below the overview of the integration: its title in the tab, the focus, the way back, and the content. */
export function IntegrationPage({ title, parent, width = 'full', children, ...header }: IntegrationPageProps) {
  const intl = useIntl()
  const href = useHref()
  useTitle(title)
  useTitleFocus()
  const crumb = (id: string, labelId: string, path: string) => ({
    id,
    label: intl.formatMessage({ id: labelId }),
    href: href(path),
  })
  return (
    <div className="flex flex-col">
      <PageHeader
        title={title}
        breadcrumb={[
          crumb('integration', 'Integration.Title', '/integration'),
          ...(parent === undefined ? [] : [crumb('parent', parent.labelId, parent.path)]),
          { id: 'page', label: title },
        ]}
        {...header}
      />
      <div className={cn('flex flex-col gap-4 px-page pbe-6', widths[width])}>{children}</div>
    </div>
  )
}
