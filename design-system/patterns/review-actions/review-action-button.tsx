import { cn } from '../../lib/cn.ts'
import { defined } from '../../lib/defined.ts'
import { isApple } from '../../lib/keys.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { DecisionButton } from '../decision-button/decision-button.tsx'
import type { ReviewAction } from './review-model.ts'

interface ReviewActionButtonProps {
  action: ReviewAction
  /** Keys in force; none while single keys are off. */
  shortcut: string | undefined
  /** It is being carried out. */
  loading: boolean
  /** Another action is being carried out. */
  blocked: boolean
  /** Id of the text with the reason why it is unavailable. */
  describedBy: string | undefined
  /** Fills its share of a foot bar. */
  wide: boolean
  onStart: () => void
}

/**
 * An action of a case in the style of its kind: decision, quick decision, or any other. Where it is unavailable it can
 * be focused: its reason is then read, and the focus survives the moment of a request.
 */
export function ReviewActionButton({
  action,
  shortcut,
  loading,
  blocked,
  describedBy,
  wide,
  onStart,
}: ReviewActionButtonProps) {
  const { label, decision, quick = false, icon, disabledReason } = action
  const common = {
    loading,
    onClick: onStart,
    className: cn('unavailable:border-line', wide && 'min-h-10 min-w-0 flex-1 max-sm:min-h-10'),
    ...(disabledReason !== undefined || blocked ? { 'aria-disabled': true } : {}),
    ...defined({ 'aria-describedby': describedBy }),
    ...(shortcut === undefined
      ? {}
      : { 'aria-keyshortcuts': shortcut.replace('Mod', isApple(navigator.platform) ? 'Meta' : 'Control') }),
  }
  const cap = shortcut === undefined || wide ? null : <Kbd keys={shortcut} />
  if (decision)
    return (
      <DecisionButton decision={decision} {...common} end={cap}>
        {label}
      </DecisionButton>
    )
  return (
    <Button
      variant={quick || wide ? 'secondary' : 'ghost'}
      {...common}
      start={icon ? <Icon icon={icon} /> : undefined}
      end={cap}
    >
      {label}
    </Button>
  )
}
