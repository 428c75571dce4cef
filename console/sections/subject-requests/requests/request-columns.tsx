import { Button, createColumns, type DataColumn, Icon } from '@assay/design-system'
import type { SubjectRequest } from '@assay/risk-service/contract'
import { Download, FileCheck } from 'lucide-react'
import { FormattedMessage, type IntlShape } from 'react-intl'

const c = createColumns<SubjectRequest>()
/** Stands for a request without a file. */
const missingMark = '–'

interface RequestColumns {
  intl: IntlShape
  /** The page is too narrow for whole ids. */
  narrow: boolean
  mayDownload: boolean
  onDownload: (request: SubjectRequest, what: 'file' | 'receipt') => void
}

/** The state of a request in words: its progress while it is pending, and why it failed. */
function statusText(intl: IntlShape, { type, status, phase, events, total, failure }: SubjectRequest): string {
  const text = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values)
  if (status === 'failed')
    return `${text('Subjects.Status.failed')}: ${text(`Subjects.Failure.${failure ?? 'internal'}`)}`
  if (status === 'complete')
    return total === 0
      ? `${text('Subjects.Status.complete')}: ${text('Subjects.None')}`
      : text('Subjects.Status.CompleteOf', { count: events })
  if (phase === 'waiting') return text('Subjects.Status.pending')
  return phase === 'replace' || phase === 'log' || (type === 'delete' && total === 0)
    ? `${text('Subjects.Status.pending')}: ${text(`Subjects.Phase.${phase}`)}`
    : `${text('Subjects.Status.pending')}: ${text('Subjects.Progress', { events, total })}`
}

/** Columns of the requests. */
export const requestColumns = ({
  intl,
  narrow,
  mayDownload,
  onDownload,
}: RequestColumns): DataColumn<SubjectRequest>[] => [
  c.text('id', {
    labelId: 'Subjects.Column.Request',
    filter: false,
    size: narrow ? 130 : 320,
    mono: true,
    rowHeader: true,
    value: row => row.id,
  }),
  c.text('requestor', { labelId: 'Subjects.Column.Requestor', filter: false, size: 120, value: row => row.requestor }),
  c.dateTime('timestamp', {
    labelId: 'Subjects.Column.Timestamp',
    filter: false,
    size: 190,
    value: row => row.requestedAt,
  }),
  c.text('type', {
    labelId: 'Subjects.Column.Type',
    filter: false,
    size: 100,
    value: row => intl.formatMessage({ id: `Subjects.Type.${row.type}` }),
  }),
  c.text('status', {
    labelId: 'Subjects.Column.Status',
    filter: false,
    size: narrow ? 200 : 235,
    value: row => statusText(intl, row),
  }),
  c.custom('data', {
    labelId: 'Subjects.Column.Data',
    filter: false,
    size: 250,
    control: true,
    value: row => row.file?.state ?? (row.hasReceipt ? 'receipt' : ''),
    cell: (row, { tabIndex }) => {
      if (row.hasReceipt)
        return (
          <Button size="sm" variant="ghost" tabIndex={tabIndex} onClick={() => onDownload(row, 'receipt')}>
            <Icon icon={FileCheck} />
            <FormattedMessage id="Subjects.Receipt" />
          </Button>
        )
      if (row.file === null) return <span className="text-fg-muted">{missingMark}</span>
      if (row.file.state === 'expired')
        return (
          <span className="text-fg-secondary">
            <FormattedMessage id="Subjects.Expired" />
          </span>
        )
      const until = intl.formatDate(row.file.until, { dateStyle: 'medium' })
      if (!mayDownload) return <FormattedMessage id="Subjects.Until" values={{ date: until }} />
      return (
        <Button size="sm" variant="ghost" tabIndex={tabIndex} onClick={() => onDownload(row, 'file')}>
          <Icon icon={Download} />
          <FormattedMessage id="Subjects.Download" values={{ date: until }} />
        </Button>
      )
    },
  }),
]
