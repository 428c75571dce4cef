import { ReviewActions, useMediaQuery } from '@assay/design-system'
import type { Case } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useHotkeys } from '../../../platform/hotkeys/index.ts'
import { useOffline } from '../../../platform/offline/connection.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'
import type { CaseMode } from './model/case-mode.ts'
import type { QueuePlace } from './next/use-next-case.ts'
import { type CaseButton, type CaseCommand, decisionButtons, otherButtons, quickButtons } from './review-buttons.ts'

/** Below it the bar of the library is at the foot of the window. */
const phone = '(width < 40rem)'

interface ActionRowProps {
  row: Case
  mode: CaseMode
  /** Name of the change that is under way. */
  pending: string | null
  place: QueuePlace
  onCommand: (command: CaseCommand) => void
}

/** The buttons of a case in the order of their importance. Each key works on the whole page, and is printed on its button. */
export function ActionRow({ row, mode, pending, place, onCommand }: ActionRowProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
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
        ? [{ id: 'next', label: text('Review.Case.NextCase'), shortcut: '.', command: { kind: 'next' } }]
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
  ].map(button =>
    offline && button.command.kind !== 'next' ? { ...button, disabledReason: text('Offline.Writes') } : button,
  )
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
  useHotkeys({ id: 'case', label: text('Review.Case.Keys') }, [
    ...buttons.flatMap(({ id, shortcut, label, command, disabledReason }) =>
      shortcut === undefined
        ? []
        : [
            {
              id,
              keys: shortcut.toLowerCase(),
              label,
              disabled: pending !== null || disabledReason !== undefined,
              run: () => onCommand(command),
            },
          ],
    ),
    ...keysOnly.map(({ kind, ...key }) => ({ ...key, disabled: blocked, run: () => onCommand({ kind }) })),
  ])
  const direct = buttons.filter(({ menu }) => menu !== true)
  if (direct.length === 0) return null
  return (
    <ReviewActions
      {...(isPhone ? { 'data-page-foot': true } : {})}
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
