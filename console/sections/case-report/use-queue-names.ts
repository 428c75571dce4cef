import { createColumns, type DataColumn } from '@assay/design-system'
import type { ReportQueue } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'

interface QueueRow {
  queue: ReportQueue
}

/**
 * Names of the queues of an answer: with the environment where several have queues, as each has a General queue.
 * @param rows undefined until they have arrived
 */
export function useQueueNames(rows: readonly QueueRow[] | undefined) {
  const intl = useIntl()
  const several = new Set(rows?.map(({ queue }) => queue.environmentId)).size > 1
  return useMemo(
    () => ({
      /** Name of a queue outside a table. */
      nameOf: ({ queue: { name, environmentName } }: QueueRow): string =>
        several
          ? intl.formatMessage({ id: 'CaseReport.QueueOf' }, { queue: name, environment: environmentName })
          : name,
      /** What a table shows beside the name. */
      columns: <Row extends QueueRow>(): DataColumn<Row>[] =>
        several
          ? [
              createColumns<Row>().text('environment', {
                labelId: 'Queues.Environment',
                value: ({ queue }) => queue.environmentName,
              }),
            ]
          : [],
    }),
    [intl, several],
  )
}
