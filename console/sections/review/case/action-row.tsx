import { ReviewActions, useMediaQuery } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useCaseKeys } from '../../../platform/hotkeys/case-keys.ts'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import type { CaseMode } from './model/case-mode.ts'
import type { QueuePlace } from './next/use-next-case.ts'
import {
  type CaseButton,
  type CaseCommand,
  decisionButtons,
  otherButtons,
  quickButtons,
  shownKey,
} from './review-buttons.ts'
import type { EarlyPress } from './use-early-press.ts'

/** Below it the bar of the library is at the foot of the window. */
const phone = '(width < 40rem)'

/** First keys of the commands that do not depend on the decisions of the case. */
const commandKeys = [
  { id: 'start', keys: 's', labelId: 'Review.Case.Start' },
  { id: 'escalate', keys: 'e', labelId: 'Review.Case.Action.escalate' },
  { id: 'hold', keys: 'h', labelId: 'Review.Case.Action.hold' },
  { id: 'challenge', keys: 'c', labelId: 'Review.Case.Action.challenge' },
  { id: 'transfer', keys: 't', labelId: 'Review.Case.Action.transfer' },
  { id: 'sendBack', keys: 'b', labelId: 'Review.Case.Action.sendBack' },
  { id: 'tags', keys: '#', labelId: 'Review.Case.Tags' },
  { id: 'previous', keys: '[', labelId: 'Review.Case.PreviousCase' },
  { id: 'following', keys: ']', labelId: 'Review.Case.NextCase' },
  { id: 'next', keys: '.', labelId: 'Review.Case.StartNext' },
] as const

/** A key that is printed on a button, as the registry names it. */
const typedKey = (shown: string): string => (shown.length === 1 ? shown.toLowerCase() : shown)

interface ActionRowProps {
  row: Case
  mode: CaseMode
  /** Name of the change that is under way. */
  pending: string | null
  place: QueuePlace
  onCommand: (command: CaseCommand) => void
  /** The review is about to begin: a key of a decision or command is noted for then, instead of being lost. */
  onEarlyPress: ((press: EarlyPress) => void) | null
}

/** The buttons of a case in the order of their importance. Each key works on the whole page, and is printed on its button. */
export function ActionRow({ row, mode, pending, place, onCommand, onEarlyPress }: ActionRowProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  const caseKeys = useCaseKeys()
  const isPhone = useMediaQuery(phone)
  const { own } = row
  const text = (id: string) => intl.formatMessage({ id })
  const decides = mode === 'review' || (mode === 'view' && own.mayApprove) || (mode === 'decided' && own.mayCorrect)
  const purpose = mode === 'review' ? 'decide' : mode === 'decided' ? 'correct' : 'approve'
  const following = place.following
  const mayReview = own.startRefusal !== 'readOnly'
  const nextButton: CaseButton[] =
    mode === 'review'
      ? following
        ? [
            {
              id: 'next',
              label: text('Review.Case.NextCase'),
              shortcut: '.',
              command: { kind: 'next' },
              // Elsewhere a button that names the case stands beside the state of this one.
              menu: !isPhone,
            },
          ]
        : []
      : mayReview
        ? [{ id: 'next', label: text('Review.Case.StartNext'), shortcut: '.', command: { kind: 'next' } }]
        : []
  const transferable = mode === 'view' && own.manager && row.lock === null && row.state === 'Pending'
  const mayTag = mode !== 'decided' && (mode === 'review' || own.manager || own.supervisor)
  const tagsButton: CaseButton = {
    id: 'tags',
    label: text('Review.Case.Tags'),
    shortcut: '#',
    command: { kind: 'tags' },
  }
  const buttons: CaseButton[] = [
    ...(decides ? decisionButtons(row, purpose) : []),
    ...(mode === 'review' ? [...quickButtons(row, intl), ...otherButtons(row, intl)] : []),
    ...(transferable ? otherButtons(row, intl).filter(({ id }) => id === 'transfer') : []),
    ...(mayTag ? [tagsButton] : []),
    ...nextButton,
  ]
    .map(button =>
      button.shortcut === undefined
        ? button
        : { ...button, shortcut: shownKey(caseKeys(button.id, button.shortcut.toLowerCase())) },
    )
    .map(button =>
      offline && button.command.kind !== 'next' ? { ...button, disabledReason: text('Offline.Writes') } : button,
    )
  // A key of a command that this case does not offer now stays its own.
  const idle = commandKeys
    .filter(({ id }) => !buttons.some(button => button.id === id))
    .map(({ id, keys, labelId }) => ({
      id,
      keys: caseKeys(id, keys),
      label: text(labelId),
      disabled: true,
      run: () => undefined,
    }))
  const keysOnly = [
    ...(mode === 'view' && own.startRefusal === null
      ? [{ id: 'start', keys: 's', label: text('Review.Case.Start'), kind: 'start' as const }]
      : []),
    ...(mode !== 'review' && place.previous
      ? [{ id: 'previous', keys: '[', label: text('Review.Case.PreviousCase'), kind: 'previous' as const }]
      : []),
    ...(mode !== 'review' && following
      ? [{ id: 'following', keys: ']', label: text('Review.Case.NextCase'), kind: 'following' as const }]
      : []),
  ]
  const blocked = pending !== null || offline
  // The case after this one is not what a key is for that is pressed before this one is there.
  const isEarly = ({ kind }: CaseCommand) => onEarlyPress !== null && kind !== 'next'
  useHotkeys({ id: 'case', label: text('Review.Case.Keys'), editable: true }, [
    ...buttons.flatMap(({ id, shortcut, label, command, disabledReason }) =>
      shortcut === undefined
        ? []
        : [
            {
              id,
              keys: typedKey(shortcut),
              label,
              disabled: (pending !== null && !isEarly(command)) || disabledReason !== undefined,
              run: ({ timeStamp }: { timeStamp: number }) =>
                isEarly(command) ? onEarlyPress?.({ id, command, timeStamp }) : onCommand(command),
            },
          ],
    ),
    ...keysOnly.map(({ kind, id, keys, label }) => ({
      id,
      label,
      keys: caseKeys(id, keys),
      disabled: blocked,
      run: () => onCommand({ kind }),
    })),
    ...idle.filter(({ id }) => !keysOnly.some(key => key.id === id)),
  ])
  const direct = buttons.filter(({ menu }) => menu !== true)
  if (direct.length === 0) return null
  return (
    <ReviewActions
      {...(isPhone ? { 'data-page-foot': true } : {})}
      // Nothing stands before its first command then: the text, not its padding, is on the edge of the page.
      {...(mode === 'decided' && !decides && !isPhone ? { className: '-ms-3' } : {})}
      actions={direct}
      pending={pendingButton(pending, direct)}
      singleKeys={shortcutsEnabled}
      onAction={({ id }) => {
        const button = direct.find(each => each.id === id)
        if (button) onCommand(button.command)
      }}
    />
  )
}

/** The button whose change is under way; any other change blocks all of them. */
const pendingButton = (pending: string | null, buttons: readonly CaseButton[]): string | undefined =>
  pending === null ? undefined : (buttons.find(({ id }) => id === pending)?.id ?? pending)
