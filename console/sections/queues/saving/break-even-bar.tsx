import { Button, useFormat } from '@assay/design-system'
import type { Queue } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useCan } from '../../../platform/environments/environments.tsx'
import { type BreakEven } from './break-even.ts'
import { CostsDialog } from './costs-dialog.tsx'

interface BreakEvenProps {
  queue: Queue
  breakEven: BreakEven
}

/** How many waiting cases are worth their review; without the cost of an hour, who can set it. */
export function BreakEvenBar({ queue, breakEven, total }: BreakEvenProps & { total: number }) {
  const format = useFormat()
  const mayDefine = useCan()('cases.queues.define', 'write')
  const [open, setOpen] = useState(false)
  const { costPerMinuteUsd: cost, worthwhile } = breakEven
  const isSet = cost !== null && worthwhile !== null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-(--dt-gutter) pbe-2 text-sm">
      <p role="status">
        {isSet ? (
          <FormattedMessage
            id="Cases.BreakEven.Count"
            values={{ worthwhile, total, cost: format.money(cost / 100, 'USD') }}
          />
        ) : (
          <FormattedMessage id={mayDefine ? 'Cases.BreakEven.Unset' : 'Cases.BreakEven.UnsetOther'} />
        )}
      </p>
      {mayDefine ? (
        <Button size="sm" onClick={() => setOpen(true)}>
          <FormattedMessage id={isSet ? 'Cases.Costs.Change' : 'Cases.Costs.Set'} />
        </Button>
      ) : null}
      {open ? <CostsDialog queue={queue} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** The sentence of the line between the cases that are worth their review, and the others. */
export function BreakEvenLine({ queue, breakEven }: BreakEvenProps) {
  const format = useFormat()
  return (
    <FormattedMessage
      id="Cases.BreakEven.Line"
      values={{
        cost: format.money((breakEven.costPerMinuteUsd ?? 0) / 100, 'USD'),
        action: <bdi key="action">{queue.defaultAction}</bdi>,
      }}
    />
  )
}
