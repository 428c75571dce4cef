import { createColumns, Heading, SimpleTable, useFormat } from '@assay/design-system'
import type { MirrorFigures } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { differenceColumns } from '../result/difference-columns.tsx'
import { useGroupTexts } from '../result/use-group-texts.ts'

type Difference = MirrorFigures['newest'][number]
const columns = createColumns<Difference>()

/** The newest decisions that differ, with their causes. */
export function NewestDifferences({ newest }: { newest: readonly Difference[] }) {
  const intl = useIntl()
  const texts = useGroupTexts()
  const title = intl.formatMessage({ id: 'Mirror.Newest' })
  const { decisions, amount } = differenceColumns<Difference>(useFormat())
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={3} size="md">
        {title}
      </Heading>
      <SimpleTable
        gutter="none"
        narrow="cards"
        label={title}
        columns={[
          ...decisions,
          columns.text('cause', {
            sortable: false,
            filter: false,
            labelId: 'Mirror.Cause',
            value: ({ group }) => texts.title(group),
          }),
          amount,
        ]}
        rows={newest}
        getRowId={({ eventType, eventId }) => `${eventType} ${eventId}`}
      />
    </section>
  )
}
