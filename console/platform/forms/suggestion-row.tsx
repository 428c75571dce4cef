import { Button } from '@assay/design-system'
import { FormattedMessage } from 'react-intl'

interface SuggestionRowProps {
  /** Texts on offer; none: nothing is shown. */
  texts: readonly string[]
  disabled?: boolean
  onChoose: (text: string) => void
  /** How a text reads; itself by default. */
  labelOf?: (text: string) => string
}

/** Texts that one click puts into the field above. */
export function SuggestionRow({ texts, disabled = false, onChoose, labelOf = text => text }: SuggestionRowProps) {
  if (texts.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1">
      <span className="text-xs text-fg-muted">
        <FormattedMessage id="Common.Suggestions" />
      </span>
      {texts.map(text => (
        <Button key={text} size="sm" disabled={disabled} onClick={() => onChoose(text)}>
          <bdi>{labelOf(text)}</bdi>
        </Button>
      ))}
    </div>
  )
}
