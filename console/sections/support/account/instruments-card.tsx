import { Card, CardHeader, CopyableId, createColumns, DateTime, SimpleTable } from '@assay/design-system'
import { type AccountSummary, isMaskedText } from '@assay/risk-service/contract'
import { useId, useMemo } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { EditStatusButton, ListStatus } from '../status/list-status.tsx'

type Instrument = AccountSummary['instruments'][number]
type Edit = ((listed: ListedValue) => void) | undefined

const c = createColumns<Instrument>()
/** The end of an account or card, as far as a purchase named it. */
const endOf = ({ lastFour, email }: Instrument): string | null => (lastFour ? `•••• ${lastFour}` : email)

function columnsOf(intl: IntlShape, onEdit: Edit) {
  return [
    c.text('type', {
      labelId: 'Support.Instrument.Type',
      value: row => row.cardType ?? row.type,
      rowHeader: true,
      size: 120,
    }),
    c.custom('end', {
      labelId: 'Support.Instrument.End',
      value: endOf,
      size: 150,
      cell: row => <bdi dir="ltr">{endOf(row)}</bdi>,
    }),
    c.custom('id', {
      labelId: 'Support.Key.payment',
      value: row => row.value,
      size: 160,
      cell: row => (
        <CopyableId
          value={row.value}
          label={intl.formatMessage({ id: 'Support.Key.payment' })}
          truncated={row.value.length > 20}
        />
      ),
    }),
    c.custom('status', {
      labelId: 'Common.Status',
      value: row => row.entry?.status ?? null,
      size: 110,
      cell: row => <ListStatus entry={row.entry} />,
    }),
    c.custom('expires', {
      labelId: 'Support.Instrument.Expires',
      value: row => row.entry?.expiresAt ?? null,
      size: 120,
      cell: row => <DateTime value={row.entry?.expiresAt} shape="date" />,
    }),
    ...(onEdit === undefined
      ? []
      : [
          c.custom('edit', {
            labelId: 'Support.Instrument.Edit',
            value: () => null,
            size: 60,
            control: true,
            cell: row =>
              isMaskedText(row.value) ? null : (
                <EditStatusButton
                  name={[row.cardType ?? row.type, endOf(row) ?? row.value].filter(Boolean).join(' ')}
                  onEdit={() => onEdit({ list: 'payment', value: row.value })}
                />
              ),
          }),
        ]),
  ]
}

/** What the customer paid with, with the list status of each. */
export function InstrumentsCard({ instruments, onEdit }: { instruments: readonly Instrument[]; onEdit: Edit }) {
  const intl = useIntl()
  const titleId = useId()
  const columns = useMemo(() => columnsOf(intl, onEdit), [intl, onEdit])
  return (
    <Card>
      <CardHeader
        title={
          <span id={titleId}>
            <FormattedMessage id="Support.Instruments.Title" />
          </span>
        }
        meta={instruments.length}
      />
      <SimpleTable
        labelledBy={titleId}
        columns={columns}
        rows={instruments}
        getRowId={row => row.value}
        empty={<FormattedMessage id="Support.Instruments.None" />}
      />
    </Card>
  )
}
