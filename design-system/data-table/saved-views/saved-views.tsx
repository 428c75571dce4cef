import { ChevronDown, Users } from 'lucide-react'
import * as ToggleGroup from 'radix-ui/toggle-group'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { cn } from '../../lib/cn.ts'
import { useUniqueIds } from '../../lib/use-unique-ids.ts'
import { ConfirmDanger } from '../../overlays/confirm-danger/confirm-danger.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { isDeepEqual } from '../view/table-view.ts'
import { SaveViewDialog, type SaveViewInput } from './save-view-dialog.tsx'

/** A name being typed: for the view of this id, or for a new one. */
export interface ViewNameEdit extends SaveViewInput {
  id: string | null
}

/** A named view. Its state is plain data, so that it fits into an address and a store. */
export interface SavedView<State = unknown> {
  id: string
  name: string
  state: State
  /** Visible to the team, not to one person alone. */
  shared?: boolean
  /** The default view of this area. */
  default?: boolean
  /** May be used but not changed. */
  readOnly?: boolean
  /** May be deleted, independent of the right to change it. Defaults to the right to change it. */
  removable?: boolean
}

export interface SavedViewsProps<State> extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue' | 'onSelect'> {
  /** The stored views, in the order of the menu. */
  views: readonly SavedView<State>[]
  /** Id of the current view. */
  value: string | null
  /** The current state of the table. */
  state: State
  /** Called when another view is chosen, or the current one is reset to its saved state. */
  onValueChange: (view: SavedView<State>) => void
  /** Called to store the current state in the view with this id. */
  onSave?: (id: string, state: State) => void
  /** Called to store the current state as a new view. */
  onSaveAs?: (view: { name: string; shared: boolean; state: State }) => void
  /** Called with another name, or another audience. */
  onRename?: (id: string, change: { name: string; shared: boolean }) => void
  /** Called with the id of the view to delete. */
  onDelete?: (id: string) => void
  /** Whether this person may share views with the team. Defaults to true. */
  shareable?: boolean
  /** The caller offers to undo a deletion: there is no confirmation. */
  undoable?: boolean
  /** Called with the id of the default view; null means the unmodified list. */
  onDefaultChange?: (id: string | null) => void
  /** Called to copy the address of the current view; without it the menu has no such command. */
  onCopyLink?: (view: SavedView<State>) => void
  /** The name being typed, null for none, where the page stores it; without it the component does. */
  nameEdit?: ViewNameEdit | null
  /** Called with the name being typed, and with null when that ends. */
  onNameEditChange?: (naming: ViewNameEdit | null) => void
  /**
   * Reason why nothing can be stored at the moment, without a connection for example. Views can be used; commands that
   * store one are disabled.
   */
  unavailable?: ReactNode
}

const viewClass =
  'flex h-control-sm shrink-0 items-center gap-1.5 rounded-control border border-transparent px-2 text-sm text-fg-secondary focus-ring hover:bg-surface-hover hover:text-fg data-[state=on]:bg-surface-selected data-[state=on]:font-medium data-[state=on]:text-accent-text forced-colors:data-[state=on]:border-[Highlight]'

/**
 * Named views of a list: choose one, see that it was changed, save, save under another name, rename, share, reset,
 * delete.
 */
export function SavedViews<State>({
  views,
  value,
  state,
  onValueChange,
  onSave,
  onSaveAs,
  onRename,
  onDelete,
  shareable = true,
  undoable = false,
  onDefaultChange,
  onCopyLink,
  nameEdit: given,
  onNameEditChange: onNamingChange,
  unavailable,
  className,
  ...props
}: SavedViewsProps<State>) {
  const intl = useIntl()
  const announce = useAnnounce()
  useUniqueIds('SavedViews', 'views', views)
  const [own, setOwn] = useState<ViewNameEdit | null>(null)
  const naming = given === undefined ? own : given
  const setNaming = (next: ViewNameEdit | null) => {
    setOwn(next)
    onNamingChange?.(next)
  }
  const [deleting, setDeleting] = useState<SavedView<State> | null>(null)
  const current = views.find(view => view.id === value)
  const modified = current !== undefined && !isDeepEqual(current.state, state)
  const text = (id: string) => intl.formatMessage({ id: `DesignSystem.SavedViews.${id}` })
  const say = (id: string, name: string) =>
    announce(intl.formatMessage({ id: `DesignSystem.SavedViews.${id}` }, { name }))
  const changeable = current !== undefined && current.readOnly !== true
  const blocked = unavailable !== undefined
  const removable = current !== undefined && (current.removable ?? changeable)
  const group = useRef<HTMLDivElement>(null)
  // Only the group is scrolled: the page keeps its position.
  useLayoutEffect(() => {
    const [around, chosen] = [group.current, group.current?.querySelector('[data-state=on]')].map(element =>
      element?.getBoundingClientRect(),
    )
    if (around && chosen)
      group.current?.scrollBy({
        left: Math.min(0, chosen.left - around.left) || Math.max(0, chosen.right - around.right),
      })
  }, [value, views.length])

  return (
    <div data-slot="saved-views" className={cn('flex min-w-0 items-center gap-1', className)} {...props}>
      <ToggleGroup.Root
        ref={group}
        type="single"
        value={value ?? ''}
        aria-label={text('Label')}
        className="flex min-w-0 items-center gap-1 overflow-x-auto p-1"
        onValueChange={id => {
          const view = views.find(entry => entry.id === id)
          if (view) onValueChange(view)
        }}
      >
        {views.map(view => (
          <ToggleGroup.Item key={view.id} value={view.id} className={viewClass}>
            {view.shared ? <Icon icon={Users} size={12} label={text('Shared')} /> : null}
            <bdi className="max-w-[16rem] truncate">{view.name}</bdi>
            {view.default ? (
              <span className="text-2xs text-fg-muted">
                <FormattedMessage id="DesignSystem.SavedViews.Default" />
              </span>
            ) : null}
            {view.id === value && modified ? (
              <span
                role="img"
                aria-label={text('Modified')}
                className="size-1.5 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]"
              />
            ) : null}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="ms-auto">
            <FormattedMessage id="DesignSystem.SavedViews.Menu" />
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="max-w-panel">
          {blocked ? <DropdownMenuLabel className="whitespace-normal">{unavailable}</DropdownMenuLabel> : null}
          {onSave && current ? (
            <DropdownMenuItem
              disabled={blocked || !modified || !changeable}
              onSelect={() => {
                onSave(current.id, state)
                say('Saved', current.name)
              }}
            >
              <FormattedMessage id="DesignSystem.SavedViews.Save" />
            </DropdownMenuItem>
          ) : null}
          {onSaveAs ? (
            <DropdownMenuItem disabled={blocked} onSelect={() => setNaming({ id: null, name: '', shared: false })}>
              <FormattedMessage id="DesignSystem.SavedViews.SaveAs" />
            </DropdownMenuItem>
          ) : null}
          {current ? (
            <DropdownMenuItem
              disabled={!modified}
              onSelect={() => {
                onValueChange(current)
                say('ResetDone', current.name)
              }}
            >
              <FormattedMessage id="DesignSystem.SavedViews.Reset" />
            </DropdownMenuItem>
          ) : null}
          {onRename && current ? (
            <DropdownMenuItem
              disabled={blocked || !changeable}
              onSelect={() => setNaming({ id: current.id, name: current.name, shared: current.shared ?? false })}
            >
              <FormattedMessage id="DesignSystem.SavedViews.Rename" />
            </DropdownMenuItem>
          ) : null}
          {onDefaultChange && current ? (
            <DropdownMenuItem disabled={blocked} onSelect={() => onDefaultChange(current.default ? null : current.id)}>
              <FormattedMessage
                id={current.default ? 'DesignSystem.SavedViews.NoDefault' : 'DesignSystem.SavedViews.MakeDefault'}
              />
            </DropdownMenuItem>
          ) : null}
          {onCopyLink && current ? (
            <DropdownMenuItem onSelect={() => onCopyLink(current)}>
              <FormattedMessage id="DesignSystem.SavedViews.CopyLink" />
            </DropdownMenuItem>
          ) : null}
          {onDelete && current ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem
                tone="danger"
                disabled={blocked || !removable}
                onSelect={() => (undoable ? onDelete(current.id) : setDeleting(current))}
              >
                <FormattedMessage id="DesignSystem.SavedViews.Delete" />
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {naming ? (
        <SaveViewDialog
          value={naming}
          existing={naming.id !== null}
          unavailable={unavailable}
          shareable={shareable}
          usedNames={views.filter(view => view.id !== naming.id).map(view => view.name)}
          onValueChange={input => setNaming({ ...naming, ...input })}
          onClose={() => setNaming(null)}
          onSave={input => {
            setNaming(null)
            if (naming.id !== null) return onRename?.(naming.id, input)
            onSaveAs?.({ ...input, state })
            say('Saved', input.name)
          }}
        />
      ) : null}
      <ConfirmDanger
        {...(blocked ? { unavailable } : {})}
        open={deleting !== null}
        onOpenChange={open => {
          if (!open) setDeleting(null)
        }}
        title={
          <FormattedMessage id="DesignSystem.SavedViews.DeleteTitle" values={{ name: <bdi>{deleting?.name}</bdi> }} />
        }
        description={
          <FormattedMessage
            id={deleting?.shared ? 'DesignSystem.SavedViews.DeleteSharedText' : 'DesignSystem.SavedViews.DeleteText'}
          />
        }
        confirmLabel={<FormattedMessage id="DesignSystem.SavedViews.Delete" />}
        onConfirm={() => {
          if (deleting) onDelete?.(deleting.id)
          setDeleting(null)
        }}
      />
    </div>
  )
}
