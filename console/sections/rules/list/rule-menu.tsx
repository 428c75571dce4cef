import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  IconButton,
} from '@assay/design-system'
import type { RuleSummary } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useRuleHref } from '../rule-scope.tsx'

interface RuleMenuProps {
  rule: RuleSummary
  /** Nothing can be changed while the service cannot be reached. */
  offline: boolean
  onRename: () => void
  /** Absent where rules are not tried from the list. */
  onBacktest?: () => void
  /** Absent where rules are not copied. */
  onClone?: () => void
  /** Absent where no template can be made of it. */
  onTemplate?: () => void
  onToggle: () => void
  onDelete: () => void
  /** Absent at the top. */
  onUp?: () => void
  /** Absent at the bottom. */
  onDown?: () => void
}

/** What can be done with a rule in the list. */
export function RuleMenu({
  rule,
  offline,
  onRename,
  onBacktest,
  onClone,
  onTemplate,
  onToggle,
  onDelete,
  onUp,
  onDown,
}: RuleMenuProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const ruleHref = useRuleHref()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          icon={Ellipsis}
          size="sm"
          label={intl.formatMessage({ id: 'Authoring.Menu.Label' }, { name: rule.name })}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => void navigate(ruleHref(rule.id))}>
          <FormattedMessage id="Common.Edit" />
        </DropdownMenuItem>
        <DropdownMenuItem disabled={offline} onSelect={onRename}>
          <FormattedMessage id="Authoring.Rename.Confirm" />
        </DropdownMenuItem>
        {onBacktest ? (
          <DropdownMenuItem onSelect={onBacktest}>
            <FormattedMessage id="Rules.Backtest.Open" />
          </DropdownMenuItem>
        ) : null}
        {onClone && rule.status !== 'draft' ? (
          <DropdownMenuItem disabled={offline} onSelect={onClone}>
            <FormattedMessage id="Velocities.Clone" />
          </DropdownMenuItem>
        ) : null}
        {onTemplate ? (
          <DropdownMenuItem disabled={offline} onSelect={onTemplate}>
            <FormattedMessage id="Templates.Create" />
          </DropdownMenuItem>
        ) : null}
        {rule.status === 'draft' ? null : (
          <>
            <DropdownMenuItem onSelect={() => void navigate(ruleHref(rule.id, { view: 'history' }))}>
              <FormattedMessage id="Authoring.Editor.History" />
            </DropdownMenuItem>
            <DropdownMenuItem disabled={offline} onSelect={onToggle}>
              <FormattedMessage
                id={rule.status === 'active' ? 'Authoring.Menu.Deactivate' : 'Authoring.Menu.Activate'}
              />
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem disabled={!onUp} onSelect={() => onUp?.()}>
              <FormattedMessage id="Rules.Menu.Up" />
            </DropdownMenuItem>
            <DropdownMenuItem disabled={!onDown} onSelect={() => onDown?.()}>
              <FormattedMessage id="Rules.Menu.Down" />
            </DropdownMenuItem>
          </>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem tone="danger" disabled={offline} onSelect={onDelete}>
          <FormattedMessage id="Common.Delete" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
