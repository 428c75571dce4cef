import {
  ChevronDown,
  EyeOff,
  FoldVertical,
  type LucideIcon,
  PanelRightOpen,
  Pin,
  PinOff,
  SquareDashedMousePointer,
  UnfoldVertical,
} from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ScoreMeter } from '../../../data-display/score-meter/score-meter.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../../primitives/button/button.tsx'
import { Icon } from '../../../primitives/icon/icon.tsx'
import { IconButton } from '../../../primitives/icon-button/icon-button.tsx'
import { Kbd } from '../../../primitives/kbd/kbd.tsx'
import { type GraphNodeKind, nodeKinds } from '../model/graph-model.ts'
import type { VisibleNode } from '../model/graph-state.ts'
import { kindStyles } from '../model/kind-styles.ts'
import type { ExpandOptions } from '../model/use-graph.ts'
import { HubReason } from './hub-reason.tsx'

interface GraphActionsProps {
  node: VisibleNode | undefined
  name: string
  /** Name of the node's type. */
  typeName: string
  degree: number
  selectedCount: number
  pinned: boolean
  busy: boolean
  can: { expand: boolean; collapse: boolean; open: boolean }
  onExpand: (options?: ExpandOptions) => void
  onSelectType: () => void
  onSelectCommunity: () => void
  onCollapse: () => void
  onPin: () => void
  onHide: () => void
  onOpen: () => void
}

/** The actions on the current node: the same row under the canvas and under the list. */
export function GraphActions({
  node,
  name,
  typeName,
  degree,
  selectedCount,
  pinned,
  busy,
  can,
  onExpand,
  onSelectType,
  onSelectCommunity,
  onCollapse,
  onPin,
  onHide,
  onOpen,
}: GraphActionsProps) {
  const intl = useIntl()
  const action = (
    icon: LucideIcon,
    id: string,
    key: string,
    onClick: () => void,
    disabled = false,
    loading = false,
  ) => (
    <Button
      variant="ghost"
      size="sm"
      disabled={disabled || !node}
      loading={loading}
      aria-keyshortcuts={key}
      onClick={onClick}
    >
      <Icon icon={icon} />
      <FormattedMessage id={id} />
      <span aria-hidden className="contents">
        <Kbd keys={key} />
      </span>
    </Button>
  )
  return (
    <div
      role="group"
      data-slot="graph-actions"
      aria-label={intl.formatMessage({ id: 'DesignSystem.Graph.Actions' })}
      className="flex min-h-bar shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-bs border-line-subtle px-3 py-1"
    >
      <div className="flex min-w-0 flex-[1_1_16rem] items-center gap-2 text-sm max-sm:basis-full max-sm:flex-wrap">
        {node ? (
          <>
            <Icon icon={kindStyles[node.kind].icon} label={typeName} className="text-fg-secondary" />
            <span className="min-w-0 truncate font-medium">
              <bdi>{name}</bdi>
            </span>
            {typeof node.score === 'number' && Number.isFinite(node.score) ? (
              <ScoreMeter variant="compact" value={node.score} />
            ) : null}
            <span className="shrink-0 text-xs text-fg-muted">
              <FormattedMessage id="DesignSystem.Graph.Links" values={{ count: degree }} />
            </span>
            {selectedCount > 1 ? (
              <span className="shrink-0 text-xs text-fg-muted">
                <FormattedMessage id="DesignSystem.Graph.Selected" values={{ count: selectedCount }} />
              </span>
            ) : null}
          </>
        ) : (
          <span className="text-fg-muted">
            <FormattedMessage id="DesignSystem.Graph.NothingChosen" />
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {action(
          UnfoldVertical,
          node?.hub ? 'DesignSystem.Graph.WalkHub' : 'DesignSystem.Graph.Expand',
          'E',
          () => onExpand(),
          !can.expand,
          busy,
        )}
        <ExpandMenu node={node} disabled={busy || !can.expand} onExpand={onExpand} />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="sm" disabled={!node}>
              <Icon icon={SquareDashedMousePointer} />
              <FormattedMessage id="DesignSystem.Graph.Select" />
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem shortcut="T" onSelect={onSelectType}>
              <FormattedMessage id="DesignSystem.Graph.SelectType" />
            </DropdownMenuItem>
            <DropdownMenuItem shortcut="M" onSelect={onSelectCommunity}>
              <FormattedMessage id="DesignSystem.Graph.SelectCommunity" />
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        {action(FoldVertical, 'DesignSystem.Graph.Collapse', 'C', onCollapse, !can.collapse)}
        {action(pinned ? PinOff : Pin, pinned ? 'DesignSystem.Graph.Unpin' : 'DesignSystem.Graph.Pin', 'P', onPin)}
        {action(EyeOff, 'DesignSystem.Graph.Hide', 'H', onHide)}
        {can.open ? action(PanelRightOpen, 'DesignSystem.Graph.Open', 'Enter', onOpen) : null}
      </div>
      {node?.hub ? (
        <p className="basis-full text-xs text-fg-secondary">
          <HubReason hub={node.hub} />
        </p>
      ) : null}
    </div>
  )
}

interface ExpandMenuProps {
  node: VisibleNode | undefined
  disabled: boolean
  onExpand: (options: ExpandOptions) => void
}

/** Loads the neighbours of one kind only, where it is known how many there are of each. */
function ExpandMenu({ node, disabled, onExpand }: ExpandMenuProps) {
  const intl = useIntl()
  const left = node?.hub ? [] : nodeKinds.flatMap(kind => countOf(node, kind))
  if (left.length < 2) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          icon={ChevronDown}
          size="sm"
          label={intl.formatMessage({ id: 'DesignSystem.Graph.ExpandKind' })}
          disabled={disabled}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {left.map(({ kind, count }) => (
          <DropdownMenuItem key={kind} onSelect={() => onExpand({ kinds: [kind] })}>
            <FormattedMessage
              id="DesignSystem.Graph.GroupKind"
              values={{ kind: intl.formatMessage({ id: kindStyles[kind].many }), count }}
            />
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function countOf(node: VisibleNode | undefined, kind: GraphNodeKind): { kind: GraphNodeKind; count: number }[] {
  const count = node?.moreByKind?.[kind] ?? 0
  return count > 0 ? [{ kind, count }] : []
}
