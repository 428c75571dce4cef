import { PageHeader, TabLink, TabNav } from '@assay/design-system'
import { type UploadArea, uploadAreas } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { useCan, useEnvironment, useHref } from '../../../platform/environments/environments.tsx'

interface UploadHeaderProps {
  area: UploadArea
  actions?: ReactNode
}

/** Title, commands and the tabs of data upload. */
export function UploadHeader({ area, actions }: UploadHeaderProps) {
  const intl = useIntl()
  const href = useHref()
  const writes = useCan()('data.upload', 'write')
  const { friendlyName } = useEnvironment()
  const title = intl.formatMessage({ id: 'Upload.Title' })
  return (
    <PageHeader
      title={title}
      breadcrumb={[
        { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
        { id: 'upload', label: title },
      ]}
      meta={
        <FormattedMessage
          id={writes ? 'Upload.Scope' : 'Upload.Scope.ReadOnly'}
          values={{ environment: <bdi key="environment">{friendlyName}</bdi> }}
        />
      }
      actions={actions}
      tabs={
        <TabNav label={title}>
          {uploadAreas.map(each => (
            <TabLink key={each} asChild current={each === area}>
              <Link to={href(`/data/upload/${each}`)}>
                <FormattedMessage id={`Upload.Area.${each}`} />
              </Link>
            </TabLink>
          ))}
        </TabNav>
      }
    />
  )
}
