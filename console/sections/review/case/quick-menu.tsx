import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Zap } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import { type CaseCommand, quickButtons } from './review-buttons.ts'

interface QuickMenuProps {
  row: Case
  /** A change is under way. */
  blocked: boolean
  onCommand: (command: CaseCommand) => void
}

/** All decisions with their first reasons, and the digits that open them. */
export function QuickMenu({ row, blocked, onCommand }: QuickMenuProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" disabled={blocked || offline} start={<Icon icon={Zap} size={12} />}>
          <FormattedMessage id="Review.Case.QuickDecisions" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {quickButtons(row, intl).map(({ id, label, shortcut, command }) => (
          <DropdownMenuItem
            key={id}
            {...(shortcutsEnabled && shortcut !== undefined ? { shortcut } : {})}
            onSelect={() => onCommand(command)}
          >
            <bdi>{label}</bdi>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
