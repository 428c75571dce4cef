import { Callout, createColumns, Field, Select, SimpleTable, useFormat } from '@assay/design-system'
import type { RoutingPreviewResult } from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'

type QueueCount = RoutingPreviewResult['queues'][number]
type CountRow = Pick<QueueCount, 'before' | 'after'> & { id: string; label: string }

const columns = createColumns<CountRow>()
const idOf = ({ environmentId, queue }: Pick<QueueCount, 'environmentId' | 'queue'>): string =>
  `${environmentId} ${queue}`
const differenceOf = ({ before, after }: Pick<QueueCount, 'before' | 'after'>): number => after - before

/** Columns of cases before and after a change. @param labelId of the first column */
function useCountColumns(labelId: string) {
  const intl = useIntl()
  return useMemo(
    () => [
      columns.text('label', { labelId, value: row => row.label, rowHeader: true }),
      columns.number('before', { labelId: 'Rules.Backtest.Column.Published', value: row => row.before }),
      columns.number('after', { labelId: 'Rules.Backtest.Column.Changed', value: row => row.after }),
      columns.custom('difference', {
        labelId: 'Rules.Backtest.Column.Difference',
        align: 'number',
        value: differenceOf,
        cell: row => (
          <span
            dir="ltr"
            className={`block text-end tabular-nums ${differenceOf(row) === 0 ? 'text-fg-muted' : 'font-medium'}`}
          >
            {intl.formatNumber(differenceOf(row), { signDisplay: 'exceptZero', numberingSystem: 'latn' })}
          </span>
        ),
      }),
    ],
    [intl, labelId],
  )
}

/** The result of a routing preview: how many cases each queue would get, and one queue day by day. */
export function RoutingPreviewOutcome({ result }: { result: RoutingPreviewResult }) {
  const intl = useIntl()
  const format = useFormat()
  const environment = useEnvironment()
  const { environments } = useEnvironments()
  const [chosen, setChosen] = useState<string | null>(null)
  const queueColumns = useCountColumns('Routing.Column.Queue')
  const dayColumns = useCountColumns('Routing.Preview.Day')
  const { events, available, changed, errors, queues, days } = result
  const labelOf = ({ environmentId, queue }: QueueCount): string =>
    environmentId === environment.id
      ? queue
      : intl.formatMessage(
          { id: 'Routing.Preview.QueueIn' },
          { queue, environment: environments.find(({ id }) => id === environmentId)?.friendlyName ?? '' },
        )
  const [mostChanged] = queues.toSorted((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)))
  const shown = queues.find(each => idOf(each) === chosen) ?? mostChanged
  const first = format.dateTime(result.first)
  return (
    <>
      <p>
        <FormattedMessage id="Routing.Preview.Sum" values={{ changed, events }} />{' '}
        <span className="text-fg-secondary">
          <FormattedMessage
            id={available > events ? 'Routing.Preview.Latest' : 'Routing.Preview.Since'}
            values={{ events, available, first }}
          />
        </span>
      </p>
      {errors > 0 ? (
        <Callout tone="warning">
          <FormattedMessage id="Routing.Preview.Errors" values={{ count: errors }} />
        </Callout>
      ) : null}
      <SimpleTable
        gutter="none"
        label={intl.formatMessage({ id: 'Routing.Preview.Title' })}
        columns={queueColumns}
        rows={queues.map(each => ({ ...each, id: idOf(each), label: labelOf(each) }))}
        getRowId={row => row.id}
      />
      {shown === undefined ? null : (
        <>
          <Field label={<FormattedMessage id="Routing.Preview.Days" />}>
            <Select
              value={idOf(shown)}
              onValueChange={setChosen}
              options={queues.map(each => ({ value: idOf(each), label: labelOf(each) }))}
            />
          </Field>
          <SimpleTable
            gutter="none"
            label={intl.formatMessage({ id: 'Routing.Preview.Days' })}
            columns={dayColumns}
            rows={days
              .filter(each => idOf(each) === idOf(shown))
              .map(each => ({
                ...each,
                id: each.day,
                label: intl.formatDate(each.day, { timeZone: 'UTC', dateStyle: 'medium' }),
              }))}
            getRowId={row => row.id}
          />
        </>
      )}
    </>
  )
}
