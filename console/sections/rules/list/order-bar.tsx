import { Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { Location } from 'react-router-dom'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { useLeaveGuard } from '../../../platform/forms/use-leave-guard.tsx'
import { ruleParameter } from '../rule-scope.tsx'
import type { RuleActions } from './use-rule-actions.ts'

/** The search of the list and its panel leave the order as it is. */
const isLeavingList = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname ||
  [ruleParameter, environmentParameter].some(
    name => new URLSearchParams(from.search).get(name) !== new URLSearchParams(to.search).get(name),
  )

interface OrderBarProps {
  actions: RuleActions
  offline: boolean
}

/** Shows that the order of the rules is not saved, and saves it; asks before the order is lost. */
export function OrderBar(props: OrderBarProps) {
  return props.actions.reordered ? <UnsavedOrderBar {...props} /> : null
}

/** By itself: a page with nothing to lose leaves the router alone. */
function UnsavedOrderBar({ actions, offline }: OrderBarProps) {
  const { question } = useLeaveGuard(!actions.saving, isLeavingList)
  return (
    <div
      role="status"
      className="flex min-h-bar flex-wrap items-center gap-3 border-be border-line-subtle bg-surface-selected px-page py-1"
    >
      <span className="font-medium">
        <FormattedMessage id="Rules.List.OrderChanged" />
      </span>
      <span className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={actions.dropOrder}>
          <FormattedMessage id="Common.Cancel" />
        </Button>
        <Button size="sm" onClick={actions.saveOrder} loading={actions.saving} disabled={offline}>
          <FormattedMessage id="Rules.List.SaveOrder" />
        </Button>
      </span>
      {question}
    </div>
  )
}
