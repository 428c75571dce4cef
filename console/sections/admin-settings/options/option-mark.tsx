import { Button } from '@assay/design-system'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface OptionMarkProps {
  /** Name of the option, for the button. */
  name: string
  /** The default value as text. */
  value: ReactNode
  /** Sets the default again; null: the option has it. */
  onReset: (() => void) | null
}

/** The default of an option, and the way back to it. */
export function OptionMark({ name, value, onReset }: OptionMarkProps) {
  const intl = useIntl()
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-2 text-xs text-fg-muted">
      <span>
        <FormattedMessage id="Admin.Options.Default" values={{ value }} />
      </span>
      {onReset ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={intl.formatMessage({ id: 'Admin.Options.ResetNamed' }, { option: name })}
          onClick={onReset}
        >
          <FormattedMessage id="Admin.Options.Reset" />
        </Button>
      ) : null}
    </span>
  )
}
