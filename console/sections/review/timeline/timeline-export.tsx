import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  downloadFile,
  Heading,
  Icon,
} from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { serverNow } from '../../../platform/api/server-clock.ts'
import { useEnvironments } from '../../../platform/environments/environments.tsx'
import { PrintSheet } from '../../../platform/printing/print-sheet.tsx'
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
  const [printedAt, setPrintedAt] = useState<number | null>(null)
  const { environmentId, eventType, externalId: eventId } = row
  const environment = environments.find(({ id }) => id === environmentId)?.friendlyName ?? environmentId
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" disabled={disabled} start={<Icon icon={Download} size={12} />}>
            <FormattedMessage id="Review.Timeline.Export" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem
            onSelect={() =>
              downloadFile(
                `timeline-${eventId.replaceAll(/[^\w.-]+/g, '_')}.json`,
                timelineFile(records, { environment, environmentId, eventType, eventId }, serverNow(), intl),
              )
            }
          >
            <FormattedMessage id="Review.Timeline.Export.Json" />
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setPrintedAt(serverNow())}>
            <FormattedMessage id="Review.Timeline.Export.Print" />
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {printedAt === null ? null : (
        <PrintSheet onClose={() => setPrintedAt(null)}>
          <Heading level={1} size="lg">
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
          </Heading>
          <p className="pbe-4 text-fg-secondary">
            <FormattedMessage
              id="Review.Timeline.Printed"
              values={{
                environment: <bdi key="environment">{environment}</bdi>,
                name: <bdi key="name">{session.user.name}</bdi>,
                time: (
                  <FormattedDate key="time" value={printedAt} dateStyle="medium" timeStyle="long" hourCycle="h12" />
                ),
              }}
            />
          </p>
          <TimelineList records={records} />
        </PrintSheet>
      )}
    </>
  )
}
