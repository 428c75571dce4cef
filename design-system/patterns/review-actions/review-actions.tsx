import { type ComponentProps, type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Callout } from '../../feedback/callout/callout.tsx'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useFormat } from '../../lib/format/index.ts'
import { mergeRefs } from '../../lib/merge-refs.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { belowLg, useMediaQuery } from '../../overlays/media-query/use-media-query.ts'
import { isSingleKey } from '../../overlays/shortcut-help/shortcut-keys.ts'
import { Button } from '../../primitives/button/button.tsx'
import { Separator } from '../../primitives/separator/separator.tsx'
import { ReviewActionButton } from './review-action-button.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { ReviewMenu } from './review-menu.tsx'
import {
  groupUnavailable,
  isFinal,
  keysOfAction,
  type ReviewAction,
  type ReviewCommand,
  type ReviewUndo,
  undoKeys,
} from './review-model.ts'
import { UndoNotice } from './undo-notice.tsx'
import { useReviewKeys } from './use-review-keys.ts'

export const reviewLayouts = ['bar', 'compact', 'foot'] as const
export type ReviewLayout = (typeof reviewLayouts)[number]

/** Below it the bar is at the foot of the window, within reach of the thumb. */
const phone = '(width < 40rem)'
/** Number of actions with their own button in a foot bar. */
const footActions = 2

export interface ReviewActionsProps extends Omit<ComponentProps<'div'>, 'role' | 'children'> {
  /** In the order of their importance. */
  actions: readonly ReviewAction[]
  /** Called when everything the action asks for was answered. */
  onAction: (command: ReviewCommand) => void
  /** Id of the action that is being carried out: the others wait. */
  pending?: string | undefined
  /** Why the last action failed. What was typed for it stays. */
  error?: ReactNode
  /** The last action, while it can be undone. */
  undo?: ReviewUndo | undefined
  /** Called with the id of the decision that is taken back. */
  onUndo?: (id: string) => void
  /** The time to undo is over. */
  onUndoEnd?: (id: string) => void
  /** Keys that people chose, by the id of the action; see `reviewShortcuts`. */
  shortcuts?: Readonly<Record<string, string>>
  /** Turns keys without Control, Alt or Command on; people turn them off in `ShortcutHelp`. */
  singleKeys?: boolean
  /** The region in which the keys work; by default the bar itself. */
  scope?: RefObject<HTMLElement | null>
  /** All buttons, the final decisions and a menu, or a bar at the foot of the window; by default as wide as the window. */
  layout?: ReviewLayout
  /** At the inline end of the bar: the next case. */
  end?: ReactNode
}

const noShortcuts = {}

/** Decides a case: the actions with their keys, the reason or confirmation they ask for, progress, failure and undo. */
export function ReviewActions({
  actions,
  onAction,
  pending,
  error,
  undo,
  onUndo,
  onUndoEnd,
  shortcuts = noShortcuts,
  singleKeys = true,
  scope,
  layout,
  end,
  className,
  ref,
  ...props
}: ReviewActionsProps) {
  const intl = useIntl()
  const format = useFormat()
  const announce = useAnnounce()
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  useUniqueIds('ReviewActions', 'actions', actions)
  const isPhone = useMediaQuery(phone)
  const isNarrow = useMediaQuery(belowLg)
  const shape = layout ?? (isPhone ? 'foot' : isNarrow ? 'compact' : 'bar')

  const [openId, setOpenId] = useState<string>()
  const [last, setLast] = useState<ReviewCommand>()
  // What was typed stays until the action succeeded.
  const [drafts, setDrafts] = useState<Readonly<Record<string, ReviewCommand>>>({})
  const [previous, setPrevious] = useState(pending)
  const failed = error !== undefined && error !== null && error !== false
  if (previous !== pending) {
    setPrevious(pending)
    if (pending === undefined && !failed) {
      setDrafts({})
      setLast(undefined)
    }
  }

  const run = (command: ReviewCommand) => {
    setLast(command)
    setOpenId(undefined)
    onAction(command)
  }
  const start = (action: ReviewAction) => {
    if (pending !== undefined) return
    if (action.disabledReason !== undefined)
      announce(
        intl.formatMessage(
          { id: 'DesignSystem.ReviewActions.Unavailable' },
          { actions: action.label, reason: action.disabledReason },
        ),
      )
    else if (action.reason || action.confirm) setOpenId(action.id)
    else run({ id: action.id })
  }
  const takeBack = () => {
    if (undo === undefined) return
    // The notice disappears with its button: the focus moves to the actions before.
    if (root.current?.querySelector('[data-slot="review-undo"]')?.contains(document.activeElement))
      root.current.querySelector<HTMLElement>('[data-slot="review-buttons"] button')?.focus()
    onUndo?.(undo.id)
  }

  const bindings = new Map<string, () => void>()
  for (const action of actions) {
    const keys = keysOfAction(action, shortcuts)
    if (keys !== undefined && !bindings.has(keys)) bindings.set(keys, () => start(action))
  }
  if (undo) bindings.set(undoKeys, takeBack)
  useReviewKeys(scope ?? root, bindings, singleKeys)

  const final = actions.filter(isFinal)
  const others = actions.filter(action => !isFinal(action))
  // Where nothing can be decided, a bar with nothing but a menu would hide the one thing to do.
  const chief = final.length > 0 || shape === 'bar' ? final : others
  const direct = shape === 'foot' ? chief.slice(0, footActions) : chief
  const visible = shape === 'bar' ? others : []
  const menu = shape === 'bar' ? [] : [...final, ...others].filter(action => !direct.includes(action))
  const unavailable = useMemo(() => groupUnavailable(actions), [actions])
  const opened = actions.find(action => action.id === openId)
  const labelOf = (actionId: string) => actions.find(action => action.id === actionId)?.label ?? actionId

  const shortcutOf = (action: ReviewAction) => {
    const keys = keysOfAction(action, shortcuts)
    return keys !== undefined && (singleKeys || !isSingleKey(keys)) ? keys : undefined
  }
  const button = (action: ReviewAction) => {
    const line = unavailable.findIndex(({ ids }) => ids.includes(action.id))
    return (
      <ReviewActionButton
        key={action.id}
        action={action}
        shortcut={shortcutOf(action)}
        loading={pending === action.id}
        blocked={pending !== undefined && pending !== action.id}
        describedBy={line < 0 ? undefined : `${id}-${line}`}
        wide={shape === 'foot'}
        onStart={() => start(action)}
      />
    )
  }

  return (
    <div
      ref={mergeRefs(root, ref)}
      role="group"
      data-slot="review-actions"
      data-layout={shape}
      aria-label={intl.formatMessage({ id: 'DesignSystem.ReviewActions.Label' })}
      className={cn(
        'flex min-w-0 gap-2 text-sm text-fg',
        shape === 'foot'
          ? 'fixed inset-x-0 inset-be-0 z-sticky flex-col-reverse border-bs border-line bg-surface px-3 py-2'
          : 'flex-col',
        className,
      )}
      {...props}
    >
      <div
        data-slot="review-buttons"
        className={cn('flex min-w-0 items-center gap-2', shape === 'foot' ? '' : 'flex-wrap')}
      >
        {direct.map(button)}
        {direct.length > 0 && visible.length > 0 ? <Separator axis="block" className="h-control" /> : null}
        {visible.map(button)}
        {menu.length > 0 ? (
          <ReviewMenu
            actions={menu}
            pending={pending}
            wide={shape === 'foot'}
            shortcutOf={shortcutOf}
            onStart={start}
          />
        ) : null}
        {end === undefined || shape === 'foot' ? null : <div className="ms-auto min-w-0">{end}</div>}
      </div>
      {unavailable.length > 0 ? (
        <div className="flex flex-col text-xs text-fg-secondary">
          {unavailable.map(({ reason, labels }, line) => (
            <p key={reason} id={`${id}-${line}`} className="wrap-anywhere">
              <FormattedMessage
                id="DesignSystem.ReviewActions.Unavailable"
                values={{ actions: format.list(labels), reason }}
              />
            </p>
          ))}
        </div>
      ) : null}
      {failed && pending === undefined ? (
        <Callout
          tone="danger"
          live
          title={
            last ? (
              <FormattedMessage id="DesignSystem.ReviewActions.Failed" values={{ action: labelOf(last.id) }} />
            ) : undefined
          }
          actions={
            last ? (
              <Button size="sm" onClick={() => run(last)}>
                <FormattedMessage id="DesignSystem.ReviewActions.Retry" />
              </Button>
            ) : undefined
          }
        >
          <p>{error}</p>
        </Callout>
      ) : null}
      {undo ? <UndoNotice key={undo.id} {...undo} onUndo={takeBack} onEnd={() => onUndoEnd?.(undo.id)} /> : null}
      {opened ? (
        <ReviewDialog
          key={opened.id}
          action={opened}
          draft={drafts[opened.id] ?? { id: opened.id }}
          onDraftChange={draft => setDrafts({ ...drafts, [opened.id]: draft })}
          onClose={() => setOpenId(undefined)}
          onSubmit={run}
        />
      ) : null}
    </div>
  )
}
