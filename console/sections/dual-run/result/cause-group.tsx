import { createColumns, Heading, Link, SimpleTable, useFormat } from '@assay/design-system'
import type { DualRunExample, DualRunGroup } from '@assay/risk-service/contract'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link as RouterLink } from 'react-router-dom'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { canOpen } from '../../../platform/permissions/route-table.ts'
import { differenceColumns } from './difference-columns.tsx'
import { remedyPage } from './remedy-path.ts'
import { useGroupTexts } from './use-group-texts.ts'

const columns = createColumns<DualRunExample>()

interface CauseGroupProps {
  group: DualRunGroup
  /** Address that opens an example; absent on paper. */
  hrefOf?: (eventId: string) => string
}

/** The differing decisions of one cause: how many, how much money, examples, and what to do. */
export function CauseGroup({ group, hrefOf }: CauseGroupProps) {
  const intl = useIntl()
  const format = useFormat()
  const can = useCan()
  const href = useHref()
  const texts = useGroupTexts()
  const id = useId()
  const remedy = remedyPage(group)
  const title = texts.title(group)
  const { decisions, amount } = differenceColumns<DualRunExample>(format, hrefOf)
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2 border-bs border-line-subtle pbs-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading level={4} size="sm" id={id} className="wrap-anywhere">
          {title}
        </Heading>
        <span className="text-sm tabular-nums text-fg-secondary">
          <FormattedMessage
            id="DualRun.Group.Figures"
            values={{ count: group.events, amount: format.money(group.amountUsd / 100, 'USD') }}
          />
        </span>
      </div>
      <p className="text-sm">{texts.detail(group)}</p>
      <p className="text-sm text-fg-secondary">
        {texts.remedy(group)}{' '}
        {hrefOf === undefined || remedy === null || !canOpen(remedy.route, can) ? null : (
          <Link asChild>
            <RouterLink to={href(remedy.path)}>
              <FormattedMessage id="DualRun.Remedy.Open" />
            </RouterLink>
          </Link>
        )}
      </p>
      <SimpleTable
        gutter="none"
        narrow="cards"
        label={intl.formatMessage({ id: 'DualRun.Examples' }, { title })}
        columns={[
          ...decisions,
          columns.text('values', {
            sortable: false,
            filter: false,
            labelId: 'DualRun.Read',
            value: row => texts.values(row),
          }),
          amount,
        ]}
        rows={group.examples}
        getRowId={({ eventType, eventId }) => `${eventType} ${eventId}`}
      />
    </section>
  )
}
