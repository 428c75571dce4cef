import { Button, Icon } from '@assay/design-system'
import { assessmentLimits } from '@assay/risk-service/contract'
import { Plus } from 'lucide-react'
import { FormattedMessage } from 'react-intl'

interface NewCustomProps {
  /** As many exist as may. */
  full: boolean
  onNew: () => void
}

/** Opens the dialog of a new custom assessment; at the limit it says so. */
export const NewCustom = ({ full, onNew }: NewCustomProps) => (
  <>
    {full ? (
      <span id="new-custom-limit" className="text-xs text-fg-secondary">
        <FormattedMessage id="Assessments.Custom.Limit" values={{ limit: assessmentLimits.legacyCustom }} />
      </span>
    ) : null}
    <Button
      size="sm"
      {...(full ? { 'aria-disabled': true, 'aria-describedby': 'new-custom-limit' } : {})}
      onClick={() => {
        if (!full) onNew()
      }}
    >
      <Icon icon={Plus} />
      <FormattedMessage id="Assessments.Custom.New" />
    </Button>
  </>
)
