import { Button, Kbd } from '@assay/design-system'
import type { CaseRow } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { useCaseKeys } from '../../../platform/hotkeys/case-keys.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import { shownKey } from './review-buttons.ts'

interface NextCaseButtonProps {
  row: CaseRow
  /** The command of the key that does the same: while a case is reviewed, it has another one. */
  command: 'next' | 'following'
  /** A change is under way. */
  disabled: boolean
  onOpen: () => void
}

const keys = { next: '.', following: ']' } as const

/** Opens the case that is probably next, to look at it. */
export function NextCaseButton({ row: { externalId, riskScore }, command, disabled, onOpen }: NextCaseButtonProps) {
  const { shortcutsEnabled } = usePreferences()
  const key = shownKey(useCaseKeys()(command, keys[command]))
  return (
    <Button
      size="sm"
      variant="ghost"
      className="bg-surface-sunken font-normal text-fg-secondary"
      disabled={disabled}
      aria-keyshortcuts={shortcutsEnabled ? key : undefined}
      end={shortcutsEnabled ? <Kbd aria-hidden keys={key} /> : undefined}
      onClick={onOpen}
    >
      <span className="truncate">
        <FormattedMessage
          id="Review.Case.Following"
          values={{
            id: (
              <bdi key="id" dir="ltr" className="font-medium text-fg">
                {externalId}
              </bdi>
            ),
            score: riskScore,
          }}
        />
      </span>
    </Button>
  )
}
