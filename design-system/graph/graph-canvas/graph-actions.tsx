import { EyeOff, FoldVertical, type LucideIcon, PanelRightOpen, Pin, PinOff, UnfoldVertical } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ScoreMeter } from '../../data-display/score-meter/score-meter.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import type { VisibleNode } from './model/graph-state.ts'
import { kindStyles } from './model/kind-styles.ts'

interface GraphActionsProps {
  node: VisibleNode | undefined
  name: string
  degree: number
  selectedCount: number
  pinned: boolean
  busy: boolean
  can: { expand: boolean; collapse: boolean; open: boolean }
  onExpand: () => void
  onCollapse: () => void
  onPin: () => void
  onHide: () => void
  onOpen: () => void
}

/** The actions on the current node: the same row under the canvas and under the list. */
export function GraphActions({
  node,
  name,
  degree,
  selectedCount,
  pinned,
  busy,
  can,
  onExpand,
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
      <div className="flex min-w-0 flex-1 items-center gap-2 text-sm max-sm:basis-full max-sm:flex-wrap">
        {node ? (
          <>
            <Icon
              icon={kindStyles[node.kind].icon}
              label={intl.formatMessage({ id: kindStyles[node.kind].one })}
              className="text-fg-secondary"
            />
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
        {action(UnfoldVertical, 'DesignSystem.Graph.Expand', 'E', onExpand, !can.expand, busy)}
        {action(FoldVertical, 'DesignSystem.Graph.Collapse', 'C', onCollapse, !can.collapse)}
        {action(pinned ? PinOff : Pin, pinned ? 'DesignSystem.Graph.Unpin' : 'DesignSystem.Graph.Pin', 'P', onPin)}
        {action(EyeOff, 'DesignSystem.Graph.Hide', 'H', onHide)}
        {can.open ? action(PanelRightOpen, 'DesignSystem.Graph.Open', 'Enter', onOpen) : null}
      </div>
    </div>
  )
}
