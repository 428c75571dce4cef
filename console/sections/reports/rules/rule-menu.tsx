import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  IconButton,
} from '@assay/design-system'
import type { RuleReference, RulesInput, RulesReport } from '@assay/risk-service/contract'
import { Ellipsis } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { useRuleLinks } from './rule-names.ts'

interface RuleMenuProps {
  reference: RuleReference
  name: string
  report: RulesReport
  input: RulesInput
  tabIndex: number
}

/** Where a line of the table leads: its events, the fraud that it missed, the rule. Nothing without any of them. */
export function RuleMenu({ reference, name, report, input, tabIndex }: RuleMenuProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const links = useRuleLinks(report, input)(reference)
  const entries = (['events', 'contrast', 'rule'] as const).flatMap(id => {
    const address = links[id]
    return address === undefined ? [] : [{ id, address }]
  })
  if (entries.length === 0) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          icon={Ellipsis}
          size="sm"
          tabIndex={tabIndex}
          label={intl.formatMessage({ id: 'Common.MenuLabel' }, { name })}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {entries.map(({ id, address }) => (
          <DropdownMenuItem key={id} onSelect={() => void navigate(address)}>
            <FormattedMessage id={`Reports.Rules.Link.${id}`} />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
