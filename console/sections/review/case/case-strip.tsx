import { Button, Icon } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Inbox } from 'lucide-react'
import { FormattedMessage } from 'react-intl'
import { Link } from 'react-router-dom'
import { type CaseAddress, useCaseLinks } from '../../../platform/cases/case-links.ts'
import { useEventCase } from './model/use-case.ts'

interface CaseStripProps {
  address: CaseAddress
  /** The caller may see queues in the environment of the event. */
  enabled: boolean
}

/**
 * On the page of an event outside its queue: in which queue its case is, its state, and the way there. Nothing for an
 * event without a case.
 */
export function CaseStrip({ address, enabled }: CaseStripProps) {
  const { caseHref } = useCaseLinks()
  const { row } = useEventCase(address, enabled)
  if (!enabled || !row) return null
  return (
    <div className="flex min-h-bar min-w-0 flex-wrap items-center gap-2 px-page pbe-2 text-sm">
      <Icon icon={Inbox} className="text-fg-muted" />
      <p className="min-w-0 wrap-anywhere">
        <FormattedMessage
          id="Review.Case.Strip"
          values={{
            queue: (
              <bdi key="queue" className="font-medium">
                {row.queueName}
              </bdi>
            ),
            state: <StripState key="state" row={row} />,
          }}
        />
      </p>
      <Button size="sm" asChild>
        <Link to={caseHref(row)}>
          <FormattedMessage id="Review.Case.OpenInQueue" />
        </Link>
      </Button>
    </div>
  )
}

function StripState({ row }: { row: Case }) {
  return (
    <FormattedMessage
      id={`Review.Case.Strip.${row.state}`}
      values={{
        name: <bdi key="name">{row.lock?.owner.name ?? row.hold?.owner.name}</bdi>,
        decision: <bdi key="decision">{row.outcome?.decision}</bdi>,
      }}
    />
  )
}
