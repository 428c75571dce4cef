import { Button, downloadFile, Icon } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { FileOrPrintMenu } from '../../../platform/printing/file-or-print-menu.tsx'
import { timelineFile } from './timeline-file.ts'
import { TimelineList } from './timeline-list.tsx'
import type { TimelineRecord } from './timeline-record.tsx'

interface TimelineExportProps {
  detail: EventDetail
  /** What is shown, and exported. */
  records: readonly TimelineRecord[]
  /** Parts are missing: an export would be incomplete. */
  disabled: boolean
}

/** Exports the shown records as a JSON file, or on paper and as PDF by the browser's own dialog. */
export function TimelineExport({ detail: { row }, records, disabled }: TimelineExportProps) {
  const intl = useIntl()
  const { environments, session } = useEnvironments()
  const { environmentId, eventType, externalId: eventId } = row
  const environment = environments.find(({ id }) => id === environmentId)?.friendlyName ?? environmentId
  return (
    <FileOrPrintMenu
      trigger={
        <Button size="sm" disabled={disabled} start={<Icon icon={Download} size={12} />}>
          <FormattedMessage id="Review.Timeline.Export" />
        </Button>
      }
      saveLabel={<FormattedMessage id="Review.Timeline.Export.Json" />}
      onSave={() =>
        downloadFile(
          `timeline-${eventId.replaceAll(/[^\w.-]+/g, '_')}.json`,
          timelineFile(records, { environment, environmentId, eventType, eventId }, serverNow(), intl),
        )
      }
      printLabel={<FormattedMessage id="Review.Timeline.Export.Print" />}
      title={
        <FormattedMessage
          id="Review.Timeline.Printed.Title"
          values={{
            id: (
              <bdi key="id" dir="ltr">
                {eventId}
              </bdi>
            ),
          }}
        />
      }
      printed={at => (
        <FormattedMessage
          id="Review.Timeline.Printed"
          tagName="span"
          values={{
            environment: <bdi key="environment">{environment}</bdi>,
            name: <bdi key="name">{session.user.name}</bdi>,
            time: <FormattedDate key="time" value={at} dateStyle="medium" timeStyle="long" hourCycle="h12" />,
          }}
        />
      )}
    >
      <TimelineList records={records} />
    </FileOrPrintMenu>
  )
}
