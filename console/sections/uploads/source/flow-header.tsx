import { PageHeader } from '@assay/design-system'
import type { UploadArea, UploadEntityName } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useHref } from '../../../platform/environments/environments.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'

interface FlowHeaderProps {
  area: UploadArea
  entity: UploadEntityName
  meta?: ReactNode
  actions: ReactNode
}

/** Title of the page of an entity, with the way back to the list. */
export function FlowHeader({ area, entity, meta, actions }: FlowHeaderProps) {
  const intl = useIntl()
  const href = useHref()
  const texts = useUploadTexts()
  const title = texts.entity(entity)
  return (
    <PageHeader
      title={title}
      breadcrumb={[
        { id: 'data', label: intl.formatMessage({ id: 'Shell.Nav.Data' }), href: href('/data') },
        { id: 'upload', label: intl.formatMessage({ id: 'Upload.Title' }), href: href(`/data/upload/${area}`) },
        { id: 'entity', label: title },
      ]}
      meta={meta}
      actions={actions}
    />
  )
}
