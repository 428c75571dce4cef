import { cva, type VariantProps } from 'class-variance-authority'
import { CircleCheck, Eye, type LucideIcon, OctagonX, ShieldQuestionMark } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { cn } from '../../lib/cn.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { Badge } from '../../primitives/badge/badge.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'

export const decisionNames = ['approve', 'review', 'challenge', 'reject'] as const
export type DecisionName = (typeof decisionNames)[number]

/** One outline per decision (circle, ellipse, shield, octagon), distinguishable by the silhouette alone. */
export const decisionIcons: Record<DecisionName, LucideIcon> = {
  approve: CircleCheck,
  review: Eye,
  challenge: ShieldQuestionMark,
  reject: OctagonX,
}

export const decisionVariants = cva('', {
  variants: {
    decision: { approve: '', review: '', challenge: '', reject: '' },
    // Solid keeps its pair of tokens in forced colours: foreground and background are swapped.
    /** Solid once per page, for the decision in force; subtle in lists. */
    appearance: { subtle: '', solid: 'forced-color-adjust-none' },
  },
  compoundVariants: [
    { decision: 'approve', appearance: 'subtle', class: 'border-approve-border bg-approve-subtle text-approve-text' },
    { decision: 'review', appearance: 'subtle', class: 'border-review-border bg-review-subtle text-review-text' },
    {
      decision: 'challenge',
      appearance: 'subtle',
      class: 'border-challenge-border bg-challenge-subtle text-challenge-text',
    },
    { decision: 'reject', appearance: 'subtle', class: 'border-reject-border bg-reject-subtle text-reject-text' },
    { decision: 'approve', appearance: 'solid', class: 'border-transparent bg-approve text-approve-on' },
    { decision: 'review', appearance: 'solid', class: 'border-transparent bg-review text-review-on' },
    // Amber on white is below 3:1: the border is always drawn.
    { decision: 'challenge', appearance: 'solid', class: 'border-challenge-border bg-challenge text-challenge-on' },
    { decision: 'reject', appearance: 'solid', class: 'border-transparent bg-reject text-reject-on' },
  ],
  defaultVariants: { appearance: 'subtle' },
})

/** Maps a word of a source system to a decision, without regard to case. */
export function parseDecision(value: string): DecisionName | undefined {
  const lower = value.toLowerCase()
  return decisionNames.find(name => name === lower)
}

export interface DecisionBadgeProps
  extends Omit<ComponentProps<'span'>, 'children'>,
    Pick<VariantProps<typeof decisionVariants>, 'appearance'> {
  /** One of the four decisions; any other text is shown unchanged. */
  decision: string
  /** The previous decision: shown struck through. */
  overridden?: string
  /** The origin of the decision, as secondary text: a rule, the model, an analyst, the bank. */
  source?: ReactNode
  /**
   * Placement of the source: beside the badge, on a line below it, or in a tooltip where rows are narrow. Screen
   * readers read it in each case.
   */
  sourcePlacement?: 'beside' | 'line' | 'tooltip'
}

/** A decision as icon and word. Subtle in lists; solid once per page, for the decision in force. */
export function DecisionBadge({
  decision,
  appearance,
  overridden,
  source,
  sourcePlacement: sourceAs = 'beside',
  className,
  ...props
}: DecisionBadgeProps) {
  const intl = useIntl()
  const word = (value: string) => {
    const decision = parseDecision(value)
    return decision ? intl.formatMessage({ id: `DesignSystem.Decision.${decision}` }) : value
  }
  const name = parseDecision(decision)
  const hasSource = source !== undefined && source !== null && source !== ''
  return (
    <Tooltip content={source} disabled={!hasSource || sourceAs !== 'tooltip'} isLabel>
      <span
        data-slot="decision-badge"
        data-decision={name}
        className={cn(
          'inline-flex max-w-full min-w-0',
          sourceAs === 'line' ? 'flex-col items-start gap-0.5' : 'items-center gap-1.5',
          className,
        )}
        {...props}
      >
        <Badge className={cn(name ? decisionVariants({ decision: name, appearance }) : 'max-w-full shrink')}>
          {name ? <Icon icon={decisionIcons[name]} size={12} /> : null}
          {overridden ? (
            <>
              <s aria-hidden className="font-normal">
                {word(overridden)}
              </s>
              <span className="sr-only">
                {intl.formatMessage({ id: 'DesignSystem.Decision.Was' }, { decision: word(overridden) })}
              </span>
            </>
          ) : null}
          <bdi className="truncate">{word(decision)}</bdi>
        </Badge>
        {hasSource ? (
          <span className={sourceAs === 'tooltip' ? 'sr-only' : 'max-w-full truncate text-xs text-fg-muted'}>
            {source}
          </span>
        ) : null}
      </span>
    </Tooltip>
  )
}
