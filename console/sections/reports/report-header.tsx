import { Button, PageHeader, useFormat } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useHref } from '../../platform/environments/environments.tsx'

interface ReportHeaderProps {
  title: string
  /** Last part of the address of the report. */
  name: string
  /** When its transactions were last read; null or undefined: not yet, or the report has not arrived. */
  refreshedAt: string | null | undefined
  /** Takes filters and display back to what a first visit has. */
  onReset: () => void
  /** The menu that saves the figures. */
  exports: ReactNode
}

/** Title of a report, with the time of its figures, the reset of its filters and the menu that saves them. */
export function ReportHeader({ title, name, refreshedAt, onReset, exports }: ReportHeaderProps) {
  const intl = useIntl()
  const href = useHref()
  const format = useFormat()
  return (
    <PageHeader
      title={title}
      breadcrumb={[
        { id: 'reports', label: intl.formatMessage({ id: 'Shell.Nav.Reports' }), href: href('/reports') },
        { id: name, label: title },
      ]}
      meta={
        refreshedAt ? (
          <FormattedMessage
            id="Reports.LastUpdated"
            values={{ time: <bdi key="time">{format.dateTime(refreshedAt, 'UTC')}</bdi> }}
          />
        ) : null
      }
      actions={
        <>
          <Button variant="ghost" onClick={onReset}>
            <FormattedMessage id="Explorer.Reset" />
          </Button>
          {exports}
        </>
      }
    />
  )
}
