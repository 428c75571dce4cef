import type { IntlShape } from 'react-intl'
import { recordText, type TimelineRecord } from './timeline-record.tsx'

/** The event that a file is about. */
export interface FileSubject {
  environment: string
  environmentId: string
  eventType: string
  eventId: string
}

/**
 * Returns a timeline as a JSON document, with its times in UTC and its sentences in the reader's language.
 * @param exportedAt time of the export, in milliseconds since 1970
 */
export function timelineFile(
  records: readonly TimelineRecord[],
  subject: FileSubject,
  exportedAt: number,
  intl: IntlShape,
): Blob {
  const document = {
    event: subject,
    exportedAt: new Date(exportedAt).toISOString(),
    language: intl.locale,
    entries: records.map(record => ({
      at: new Date(record.at).toISOString(),
      kind: record.kind,
      by: record.by,
      text: recordText(record, intl),
      details: record.details,
    })),
  }
  return new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' })
}
