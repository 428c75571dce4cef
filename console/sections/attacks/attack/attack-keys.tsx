import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import type { AttackDetail } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'

type Key = AttackDetail['keys'][number] & { id: string }
const columns = createColumns<Key>()

/** Devices, addresses and networks by which attempts belong to an attack. */
export function AttackKeys({ keys }: Pick<AttackDetail, 'keys'>) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'Attacks.Keys' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      <SimpleTable
        label={title}
        narrow="cards"
        gutter="card"
        columns={[
          columns.text('type', {
            labelId: 'Attacks.Column.Key',
            value: ({ type }) => intl.formatMessage({ id: `Attacks.Key.${type}` }),
          }),
          columns.text('value', { labelId: 'Attacks.Column.Value', value: ({ value }) => value, mono: true }),
          columns.number('attempts', { labelId: 'Attacks.Figure.Attempts', value: ({ attempts }) => attempts }),
          columns.number('failed', { labelId: 'Attacks.Figure.Failed', value: ({ failed }) => failed }),
        ]}
        // Masked addresses of one network look alike.
        rows={keys.map((key, index) => ({ ...key, id: String(index) }))}
        getRowId={({ id }) => id}
      />
    </Card>
  )
}
