import type { ReviewAction } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { Zap } from 'lucide-react'
import type { IntlShape } from 'react-intl'
import { decisionActions, reasonActions } from '../../../platform/cases/decisions/decision-actions.ts'
import type { DecisionRequest } from './decision/decision-dialog.tsx'

/** What a button or a key of the case asks for. */
export type CaseCommand =
  | ({ kind: 'decision' } & DecisionRequest)
  | {
      kind:
        | 'escalate'
        | 'hold'
        | 'challenge'
        | 'transfer'
        | 'sendBack'
        | 'next'
        | 'start'
        | 'tags'
        | 'previous'
        | 'following'
    }
  | { kind: 'takeBundle' | 'releaseBundle' }

/** A command with its button; `menu`: it has no room for one, and stands in the menu of quick decisions. */
export interface CaseButton extends ReviewAction {
  command: CaseCommand
  menu?: boolean
}

/** The decisions that a case offers, with their keys. */
export function decisionButtons(row: Pick<Case, 'decisions'>, purpose: DecisionRequest['purpose']): CaseButton[] {
  return decisionActions(row.decisions).map(({ configured, ...action }) => ({
    ...action,
    command: { kind: 'decision', purpose, decision: configured.name, reason: null },
  }))
}

/**
 * Quick decisions for the keys 1 to 9: those of the queue, each with its button. A queue without any offers decisions
 * with their reasons: the first of every decision has a button, the others stand in a menu.
 */
export function quickButtons(
  { decisions, quickDecisions }: Pick<Case, 'decisions' | 'quickDecisions'>,
  intl: IntlShape,
): CaseButton[] {
  if (quickDecisions.length > 0)
    return quickDecisions.map(quick => ({
      id: `quick/${quick.key}`,
      label: quick.label,
      shortcut: quick.key,
      quick: true,
      icon: Zap,
      command: { kind: 'decision', purpose: 'decide', decision: quick.decision, reason: quick.reason, quick },
    }))
  return reasonActions(decisions, intl).map(({ configured, reason, first, ...action }) => ({
    ...action,
    menu: !first,
    command: { kind: 'decision', purpose: 'decide', decision: configured.name, reason },
  }))
}

const otherKeys = { escalate: 'E', hold: 'H', challenge: 'C', transfer: 'T', sendBack: 'B' } as const

/** What a reviewer can do with a case beside deciding it, as its queue allows. */
export function otherButtons({ actions }: Pick<Case, 'actions'>, intl: IntlShape): CaseButton[] {
  const allowed = [
    ...(actions.escalation ? (['escalate'] as const) : []),
    ...(actions.hold ? (['hold'] as const) : []),
    ...(actions.challenge ? (['challenge'] as const) : []),
    ...(actions.transfer ? (['transfer'] as const) : []),
    'sendBack' as const,
  ]
  return allowed.map(kind => ({
    id: kind,
    label: intl.formatMessage({ id: `Review.Case.Action.${kind}` }),
    shortcut: otherKeys[kind],
    command: { kind },
  }))
}

/** A key as it is printed on a button: a letter is capital there. */
export const shownKey = (keys: string): string => (keys.length === 1 ? keys.toUpperCase() : keys)
