import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'
import {
  type DecisionName,
  decisionIcons,
  decisionVariants,
} from '../../data-display/decision-badge/decision-badge.tsx'
import { cn } from '../../lib/cn.ts'
import { Button, type ButtonProps } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'

/** Tinted at rest; the solid pair of the decision under the pointer and while pressed. */
const strong = cva('', {
  variants: {
    decision: {
      approve: 'available:hover:bg-approve available:hover:text-approve-on available:active:bg-approve',
      review: 'available:hover:bg-review available:hover:text-review-on available:active:bg-review',
      challenge: 'available:hover:bg-challenge available:hover:text-challenge-on available:active:bg-challenge',
      reject: 'available:hover:bg-reject available:hover:text-reject-on available:active:bg-reject',
    },
  },
})

export interface DecisionButtonProps extends Omit<ButtonProps, 'variant' | 'asChild'> {
  /** The decision that the button makes: it chooses icon and colour. */
  decision: DecisionName
  /** Verb and object: "Reject order", "Reject 3". */
  children: ReactNode
  /** The equivalent single key; shown in the button. */
  shortcut?: string
}

/** Decides a case, or a selection of them. It has the style of its decision and is used only for decisions. */
export function DecisionButton({ decision, shortcut, className, children, ...props }: DecisionButtonProps) {
  return (
    <Button
      data-slot="decision-button"
      {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
      className={cn(
        'unavailable:border-line unavailable:bg-surface-sunken',
        decisionVariants({ decision }),
        'unavailable:text-fg-disabled',
        strong({ decision }),
        className,
      )}
      start={<Icon icon={decisionIcons[decision]} />}
      {...props}
    >
      {children}
      {shortcut === undefined ? null : <Kbd keys={[shortcut]} />}
    </Button>
  )
}
