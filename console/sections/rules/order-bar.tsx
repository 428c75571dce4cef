import { Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'
import type { RuleActions } from './use-rule-actions.ts'

/** Says that rules stand in another order than they run in, and saves it. */
export function OrderBar({ actions, offline }: { actions: RuleActions; offline: boolean }) {
  if (!actions.reordered) return null
  return (
    <div role="status" className="flex min-h-bar flex-wrap items-center gap-3 border-be border-line-subtle bg-surface-selected px-page py-1">
      <span className="font-medium"><FormattedMessage id="Rules.List.OrderChanged" /></span>
      <span className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={actions.dropOrder}><FormattedMessage id="Rules.Cancel" /></Button>
        <Button size="sm" onClick={() => void actions.saveOrder()} loading={actions.saving} disabled={offline}><FormattedMessage id="Rules.List.SaveOrder" /></Button>
      </span>
    </div>
  )
}
