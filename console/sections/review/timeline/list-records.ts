import { type SupportChange, supportLists } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { reasonId } from '../../../platform/support-status/reason-id.ts'
import type { TimelineRecord } from './timeline-record.tsx'

/** Returns the changes of the list statuses of an event's values as records. */
export const listRecords = (changes: readonly SupportChange[], intl: IntlShape): TimelineRecord[] =>
  changes.map(({ id, at, by, list, value, status, reason, comments }) => {
    const reasonMessage = reasonId(reason)
    return {
      key: `list ${id} ${value}`,
      kind: 'list',
      at,
      by,
      messageId: `Review.Timeline.List.${status ?? 'Remove'}`,
      values: { name: by, value, list: supportLists[list].name },
      details: [reasonMessage === null ? reason : intl.formatMessage({ id: reasonMessage }), comments].filter(
        line => line !== '',
      ),
    }
  })
