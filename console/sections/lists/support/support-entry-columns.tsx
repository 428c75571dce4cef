import { createColumns, type DataColumn } from '@assay/design-system'
import type { SupportEntry } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { SupportStatusBadge } from '../../../platform/support-status/support-status-badge.tsx'

const c = createColumns<SupportEntry>()

/** Columns of the entries of a support list. */
export function supportEntryColumns(intl: IntlShape): DataColumn<SupportEntry>[] {
  return [
    c.custom('value', {
      labelId: 'Lists.Column.Value',
      rowHeader: true,
      sortable: true,
      size: 260,
      value: row => row.value,
      cell: row => (
        <bdi dir="ltr" className="truncate font-mono">
          {row.value}
        </bdi>
      ),
    }),
    c.custom('status', {
      labelId: 'Common.Status',
      size: 112,
      value: row => row.status,
      text: row => intl.formatMessage({ id: `SupportStatus.${row.status}` }),
      cell: row => <SupportStatusBadge status={row.status} />,
    }),
    c.text('reason', { labelId: 'SupportStatus.Reason', filter: false, value: row => row.reason, size: 200 }),
    c.dateTime('expiresAt', { labelId: 'SupportStatus.Expires', filter: false, value: row => row.expiresAt }),
    c.text('comments', {
      labelId: 'SupportStatus.Comments',
      filter: false,
      value: row => row.comments,
      size: 220,
      secondary: true,
    }),
    c.text('updatedBy', {
      labelId: 'Lists.Column.UpdatedBy',
      filter: false,
      value: row => row.updatedBy,
      size: 150,
      secondary: true,
    }),
    c.dateTime('updatedAt', {
      labelId: 'Lists.Column.UpdatedAt',
      filter: false,
      sortable: true,
      value: row => row.updatedAt,
    }),
  ]
}
